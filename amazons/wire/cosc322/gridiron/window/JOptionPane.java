package gridiron.window;

import java.awt.Component;
import javax.swing.Icon;

/** Messages are printed; questions are answered as if somebody had closed the window. See gridiron.Loader. */
public class JOptionPane extends JFrame {
	private Object message;

	public JOptionPane() {}

	public JOptionPane(Object message) {
		this.message = message;
	}

	public JOptionPane(Object message, int type) {
		this(message);
	}

	public JOptionPane(Object message, int type, int options) {
		this(message);
	}

	public JOptionPane(Object message, int type, int options, Icon icon) {
		this(message);
	}

	public JOptionPane(Object message, int type, int options, Icon icon, Object[] choices) {
		this(message);
	}

	public JOptionPane(Object message, int type, int options, Icon icon, Object[] choices, Object initial) {
		this(message);
	}

	public JDialog createDialog(String title) {
		System.err.println(message);
		return new JDialog((JFrame) null, title);
	}

	public JDialog createDialog(Component parent, String title) {
		return createDialog(title);
	}

	public void setMessage(Object message) { this.message = message; }
	public void setMessageType(int type) {}
	public void setOptionType(int options) {}
	public void setOptions(Object[] choices) {}
	public void setInitialValue(Object value) {}
	public void setWantsInput(boolean wants) {}
	public Object getValue() { return null; }
	public Object getInputValue() { return null; }
	public static JFrame getRootFrame() { return new JFrame(); }
	public static JFrame getFrameForComponent(Component parent) { return new JFrame(); }

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
