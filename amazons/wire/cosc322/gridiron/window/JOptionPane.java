package gridiron.window;

import java.awt.Component;
import javax.swing.Icon;

/** Messages are printed; questions are answered as if somebody had closed the window. See gridiron.Loader. */
public class JOptionPane extends JFrame {
	public static void showMessageDialog(Component parent, Object message) {
		System.err.println(message);
	}

	public static void showMessageDialog(Component parent, Object message, String title, int type) {
		System.err.println(message);
	}

	public static void showMessageDialog(Component parent, Object message, String title, int type, Icon icon) {
		System.err.println(message);
	}

	public static String showInputDialog(Object message) {
		System.err.println(message);
		return null;
	}

	public static String showInputDialog(Object message, Object initial) {
		return showInputDialog(message);
	}

	public static String showInputDialog(Component parent, Object message) {
		return showInputDialog(message);
	}

	public static String showInputDialog(Component parent, Object message, Object initial) {
		return showInputDialog(message);
	}

	public static String showInputDialog(Component parent, Object message, String title, int type) {
		return showInputDialog(message);
	}

	public static Object showInputDialog(
		Component parent, Object message, String title, int type, Icon icon, Object[] values, Object initial
	) {
		return showInputDialog(message);
	}

	public static int showConfirmDialog(Component parent, Object message) {
		System.err.println(message);
		return javax.swing.JOptionPane.CLOSED_OPTION;
	}

	public static int showConfirmDialog(Component parent, Object message, String title, int options) {
		return showConfirmDialog(parent, message);
	}

	public static int showConfirmDialog(Component parent, Object message, String title, int options, int type) {
		return showConfirmDialog(parent, message);
	}

	public static int showOptionDialog(
		Component parent, Object message, String title, int options, int type, Icon icon, Object[] values, Object initial
	) {
		return showConfirmDialog(parent, message);
	}
}
