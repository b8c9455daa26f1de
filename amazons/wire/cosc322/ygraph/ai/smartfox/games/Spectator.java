package ygraph.ai.smartfox.games;

import gridiron.Course;
import java.util.Map;

/** Somebody who watches, which is no player here. */
public class Spectator extends GamePlayer {
	@Override
	public void connect() {
		Course.fail("Spectator only watches: name the class of your player, cosc322:PATH#Class");
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
		return "Spectator";
	}
}
