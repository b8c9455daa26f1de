package gridiron.window;

import java.awt.BorderLayout;
import java.awt.Component;
import java.awt.Container;
import java.awt.Dimension;
import java.awt.Graphics;
import java.awt.Image;
import java.awt.Point;
import java.awt.event.WindowFocusListener;
import java.awt.event.WindowListener;
import java.awt.event.WindowStateListener;
import java.awt.image.BufferedImage;
import java.util.List;
import javax.swing.JLayeredPane;
import javax.swing.JMenuBar;
import javax.swing.JPanel;
import javax.swing.JRootPane;
import javax.swing.WindowConstants;

/** A window that is not shown. See gridiron.Loader. */
public class JFrame extends JPanel implements WindowConstants {
	public static final int EXIT_ON_CLOSE = 3, NORMAL = 0, ICONIFIED = 1, MAXIMIZED_HORIZ = 2, MAXIMIZED_VERT = 4, MAXIMIZED_BOTH = 6;

	private final JRootPane root = new JRootPane();
	private String title;
	private int state;

	public JFrame() {
		this("");
	}

	public JFrame(String title) {
		super(new BorderLayout());
		this.title = title;
	}

	public JFrame(JFrame owner) {
		this("");
	}

	@Override
	public JRootPane getRootPane() {
		return root;
	}

	public String getTitle() {
		return title;
	}

	public void setTitle(String title) {
		this.title = title;
	}

	public Container getContentPane() {
		return root.getContentPane();
	}

	public void setContentPane(Container content) {
		root.setContentPane(content);
	}

	public Component getGlassPane() {
		return root.getGlassPane();
	}

	public void setGlassPane(Component glass) {
		root.setGlassPane(glass);
	}

	public JLayeredPane getLayeredPane() {
		return root.getLayeredPane();
	}

	public void setJMenuBar(JMenuBar menus) {
		root.setJMenuBar(menus);
	}

	public JMenuBar getJMenuBar() {
		return root.getJMenuBar();
	}

	/** Gives the window at least the size that its content wants. */
	public void pack() {
		Dimension outside = getPreferredSize(), inside = root.getPreferredSize();
		setSize(Math.max(getWidth(), Math.max(120, Math.max(outside.width, inside.width))),
			Math.max(getHeight(), Math.max(40, Math.max(outside.height, inside.height))));
	}

	/** What is drawn here is seen nowhere. */
	@Override
	public Graphics getGraphics() {
		return new BufferedImage(1, 1, BufferedImage.TYPE_INT_ARGB).getGraphics();
	}

	@Override
	public Point getLocationOnScreen() {
		return getLocation();
	}

	public void dispose() {}
	public void toFront() {}
	public void toBack() {}
	public void addWindowListener(WindowListener l) {}
	public void removeWindowListener(WindowListener l) {}
	public void addWindowFocusListener(WindowFocusListener l) {}
	public void addWindowStateListener(WindowStateListener l) {}
	public void setDefaultCloseOperation(int operation) {}
	public void setResizable(boolean resizable) {}
	public void setLocationRelativeTo(Component c) {}
	public void setLocationByPlatform(boolean platform) {}
	public void setIconImage(Image image) {}
	public void setIconImages(List<? extends Image> images) {}
	public void setUndecorated(boolean undecorated) {}
	public void setAlwaysOnTop(boolean top) {}
	public void setExtendedState(int state) { this.state = state; }
	public int getExtendedState() { return state; }
	public void setState(int state) { this.state = state; }
	public int getState() { return state; }
	public void setType(java.awt.Window.Type type) {}
	public void setOpacity(float opacity) {}
	public void setMaximizedBounds(java.awt.Rectangle bounds) {}
	public void setFocusableWindowState(boolean focusable) {}
	public int getDefaultCloseOperation() { return HIDE_ON_CLOSE; }
	public boolean isResizable() { return true; }
	public boolean isUndecorated() { return false; }
	public boolean isAlwaysOnTop() { return false; }
	public boolean isActive() { return false; }
	public JFrame getOwner() { return null; }
	public static void setDefaultLookAndFeelDecorated(boolean decorated) {}
}
