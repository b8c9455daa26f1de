package ygraph.ai.smartfox.games;

import java.util.Map;

/** What a student's player extends. */
public abstract class GamePlayer {
	public abstract void onLogin();

	public abstract boolean handleGameMessage(String messageType, Map<String, Object> msgDetails);

	public abstract GameClient getGameClient();

	public abstract BaseGameGUI getGameGUI();

	public abstract void connect();

	public abstract String userName();

	public boolean handleMessage(String msg) {
		System.out.println(msg);
		return true;
	}

	public boolean handleMessage(String msgType, String msg) {
		handleMessage(msg);
		if ("userCountChange".equals(msgType) && getGameGUI() != null && getGameClient() != null) {
			getGameGUI().setRoomInformation(getGameClient().getRoomList());
		}
		return true;
	}

	public void postSetup() {
		BaseGameGUI gui = getGameGUI();
		if (gui != null) {
			gui.configureControlPanel(gui.getControlPanel());
		}
	}

	public void Go() {
		postSetup();
		BaseGameGUI gui = getGameGUI();
		if (gui != null) {
			gui.pack();
			gui.setVisible(true);
		}
		connect();
	}
}
