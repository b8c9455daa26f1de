package gridiron.window;

import java.awt.Cursor;
import java.awt.Dimension;
import java.awt.Image;
import java.awt.Point;
import java.awt.event.AWTEventListener;
import java.awt.event.InputEvent;
import java.net.URL;
import javax.swing.ImageIcon;

/** What players ask of a screen. See gridiron.Loader. */
public class Toolkit {
	private static final Toolkit ONLY = new Toolkit();

	public static Toolkit getDefaultToolkit() {
		return ONLY;
	}

	public Dimension getScreenSize() {
		return new Dimension(1280, 1024);
	}

	public int getScreenResolution() {
		return 96;
	}

	public Image getImage(String file) {
		return new ImageIcon(file).getImage();
	}

	public Image getImage(URL url) {
		return new ImageIcon(url).getImage();
	}

	public Image createImage(String file) {
		return getImage(file);
	}

	public Image createImage(byte[] file) {
		return new ImageIcon(file).getImage();
	}

	public Cursor createCustomCursor(Image image, Point at, String name) {
		return Cursor.getDefaultCursor();
	}

	public int getMenuShortcutKeyMask() {
		return InputEvent.CTRL_MASK;
	}

	public int getMenuShortcutKeyMaskEx() {
		return InputEvent.CTRL_DOWN_MASK;
	}

	public Object getDesktopProperty(String name) {
		return null;
	}

	public void addAWTEventListener(AWTEventListener l, long mask) {}
	public void beep() {}
	public void sync() {}
}
