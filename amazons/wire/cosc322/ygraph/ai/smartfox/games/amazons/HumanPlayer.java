package ygraph.ai.smartfox.games.amazons;

import gridiron.Course;
import java.util.Map;
import javax.swing.JFrame;
import ygraph.ai.smartfox.games.BaseGameGUI;
import ygraph.ai.smartfox.games.GameClient;
import ygraph.ai.smartfox.games.GamePlayer;

/** A person with a mouse, which is no player here. */
public final class HumanPlayer extends GamePlayer {
	@Override
	public void connect() {
		Course.fail("HumanPlayer is played by hand: name the class of your own player, cosc322:PATH#Class, or play yourself with human");
	}

	@Override
	public void onLogin() {}

	@Override
	public boolean handleGameMessage(String messageType, Map<String, Object> msgDetails) {
		return true;
	}

	@Override
	public GameClient getGameClient() {
		return null;
	}

	@Override
	public BaseGameGUI getGameGUI() {
		return null;
	}

	@Override
	public String userName() {
		return "HumanPlayer";
	}

	public void setGameGui(JFrame gui) {}

	public static void main(String[] args) {
		new HumanPlayer().Go();
	}
}
