package gridiron.window;

/** A dialog that is not shown, and so closed at once. See gridiron.Loader. */
public class JDialog extends JFrame {
	public JDialog() {}

	public JDialog(JFrame owner) {}

	public JDialog(JFrame owner, boolean modal) {}

	public JDialog(JFrame owner, String title) {
		super(title);
	}

	public JDialog(JFrame owner, String title, boolean modal) {
		super(title);
	}

	public void setModal(boolean modal) {}
}
