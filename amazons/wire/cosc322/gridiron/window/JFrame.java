package gridiron.window;

import java.awt.BorderLayout;
import java.awt.Component;
import java.awt.Container;
import java.awt.Image;
import java.awt.event.WindowFocusListener;
import java.awt.event.WindowListener;
import java.awt.event.WindowStateListener;
import java.util.List;
import javax.swing.JMenuBar;
import javax.swing.JPanel;
import javax.swing.WindowConstants;

/** A window that is not shown. See gridiron.Loader. */
public class JFrame extends JPanel implements WindowConstants {
	public static final int EXIT_ON_CLOSE = 3, NORMAL = 0, ICONIFIED = 1, MAXIMIZED_HORIZ = 2, MAXIMIZED_VERT = 4, MAXIMIZED_BOTH = 6;

	private String title;
	private Container content = new JPanel(new BorderLayout());
	private JMenuBar menus;

	public JFrame() {
		this("");
	}

	public JFrame(String title) {
		super(new BorderLayout());
		this.title = title;
	}

	public String getTitle() {
		return title;
	}

	public void setTitle(String title) {
		this.title = title;
	}

	public Container getContentPane() {
		return content;
	}

	public void setContentPane(Container content) {
		this.content = content;
	}

	public void setJMenuBar(JMenuBar menus) {
		this.menus = menus;
	}

	public JMenuBar getJMenuBar() {
		return menus;
	}

	public void pack() {}
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
	public void setExtendedState(int state) {}
	public int getExtendedState() { return NORMAL; }
	public boolean isActive() { return false; }
	public static void setDefaultLookAndFeelDecorated(boolean decorated) {}
}
