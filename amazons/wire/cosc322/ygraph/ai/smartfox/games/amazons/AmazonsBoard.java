package ygraph.ai.smartfox.games.amazons;

import java.awt.Color;
import java.awt.event.MouseAdapter;
import java.util.ArrayList;
import java.util.Map;
import javax.swing.ImageIcon;
import javax.swing.JPanel;

/** The board in the window, which shows nothing here. */
public final class AmazonsBoard extends JPanel {
	public static final Color[] bgColor = {Color.WHITE, Color.LIGHT_GRAY, Color.GRAY, Color.DARK_GRAY};

	public AmazonsBoard() {}

	public void setGameState(ArrayList<Integer> state) {}
	public void updateGameState(ArrayList<Integer> queenCurrent, ArrayList<Integer> queenNew, ArrayList<Integer> arrow) {}
	public void updateGameState(Map<String, Object> msgDetails) {}
	public void setQueenImage(ImageIcon[] images) {}
	protected void setTHandler(int row, int column, MouseAdapter handler) {}
}
