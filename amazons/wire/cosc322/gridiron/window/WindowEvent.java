package gridiron.window;

import java.awt.event.ComponentEvent;

/** What happens to a window: nothing, unless the player itself says that it did. See gridiron.Loader. */
public class WindowEvent extends ComponentEvent {
	public WindowEvent(JFrame source, int kind) {
		super(source, kind);
	}

	public WindowEvent(JFrame source, int kind, JFrame opposite) {
		super(source, kind);
	}

	public JFrame getWindow() {
		return (JFrame) getComponent();
	}
}
