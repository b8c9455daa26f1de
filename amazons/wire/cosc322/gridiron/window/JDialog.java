package gridiron.window;

import java.awt.Dialog.ModalityType;

/** A dialog that is not shown, and so closed at once. See gridiron.Loader. */
public class JDialog extends JFrame {
	public JDialog() {}

	public JDialog(JFrame owner) {}

	public JDialog(JDialog owner) {}

	public JDialog(JDialog owner, boolean modal) {}

	public JDialog(JDialog owner, String title) {
		super(title);
	}

	public JDialog(JDialog owner, String title, boolean modal) {
		super(title);
	}

	public JDialog(JFrame owner, ModalityType modality) {}

	public JDialog(JFrame owner, String title, ModalityType modality) {
		super(title);
	}

	public JDialog(JFrame owner, boolean modal) {}

	public JDialog(JFrame owner, String title) {
		super(title);
	}

	public JDialog(JFrame owner, String title, boolean modal) {
		super(title);
	}

	public void setModal(boolean modal) {}
	public boolean isModal() { return false; }
	public void setModalityType(ModalityType modality) {}
}
