package ygraph.ai.smartfox.games;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.swing.DefaultListModel;
import javax.swing.JFrame;
import javax.swing.JList;
import javax.swing.JPanel;
import javax.swing.UIManager;
import sfs2x.client.entities.Room;
import ygraph.ai.smartfox.games.amazons.AmazonsBoard;

/** The window of a player, which shows nothing here: `amazons play --web` shows the game. */
public class BaseGameGUI extends JFrame {
	protected JList<String> roomSelection = new JList<>(new DefaultListModel<String>());

	private final JPanel controls = new JPanel();
	private AmazonsBoard board;

	public BaseGameGUI() {
		this(null);
	}

	public BaseGameGUI(GamePlayer player) {
		board = createBoard();
	}

	public void configureControlPanel(JPanel panel) {}

	public JPanel getControlPanel() {
		return controls;
	}

	protected AmazonsBoard createBoard() {
		return new AmazonsBoard();
	}

	public void setRoomInformation(List<Room> rooms) {
		DefaultListModel<String> names = new DefaultListModel<>();
		if (rooms != null) {
			for (Room room : rooms) {
				names.addElement(room.getName());
			}
		}
		roomSelection.setModel(names);
	}

	public void setGameState(ArrayList<Integer> state) {}
	public void updateGameState(ArrayList<Integer> queenCurrent, ArrayList<Integer> queenNew, ArrayList<Integer> arrow) {}
	public void updateGameState(Map<String, Object> msgDetails) {}

	public static void sys_setup() {
		try {
			UIManager.setLookAndFeel("javax.swing.plaf.nimbus.NimbusLookAndFeel");
		} catch (Exception e) {
			// it looks different
		}
	}
}
