package ygraph.ai.smartfox.games;

import gridiron.Course;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import sfs2x.client.entities.Room;
import ygraph.ai.smartfox.games.amazons.AmazonsGameMessage;

/** A player's connection; here, to the referee that has started this process. */
public class GameClient {
	public List<Room> rooms = Course.rooms();

	private final String handle;

	public GameClient(String handle, String passwd, GamePlayer delegate) {
		this.handle = handle == null || handle.isEmpty() ? "Guest#1" : handle;
		Course.connected(this, delegate);
	}

	public GameClient(String handle, String passwd) {
		this(handle, passwd, null);
	}

	public List<Room> getRoomList() {
		return rooms;
	}

	public String getUserName() {
		return handle;
	}

	public void joinRoom(String roomName) {}
	public void leaveCurrentRoom() {}
	public void logout() {}
	public void sendTextMessage(String text) {}
	protected void updateTimeOut() {}

	public void sendMoveMessage(ArrayList<Integer> queenPosCurrent, ArrayList<Integer> queenPosNew, ArrayList<Integer> arrowPos) {
		Course.moved(this, queenPosCurrent, queenPosNew, arrowPos);
	}

	public void sendMoveMessage(Map<String, Object> msDetails) {
		Course.moved(this, msDetails.get(AmazonsGameMessage.QUEEN_POS_CURR), msDetails.get(AmazonsGameMessage.QUEEN_POS_NEXT),
			msDetails.get(AmazonsGameMessage.ARROW_POS));
	}

	public static void main(String[] args) {
		Course.fail("GameClient is the course's library: name the class of your player, cosc322:PATH#Class");
	}
}
