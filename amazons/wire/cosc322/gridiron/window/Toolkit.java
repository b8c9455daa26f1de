package gridiron.window;

import java.awt.Dimension;
import java.awt.Image;
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

	public void beep() {}
	public void sync() {}
}
