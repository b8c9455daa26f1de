package ygraph.ai.smartfox.games;

/** The kinds of messages. */
public class GameMessage {
	public static final String GAME_ACTION_START = "cosc322.game-action.start";
	public static final String GAME_ACTION_MOVE = "cosc322.game-action.move";
	public static final String GAME_STATE_JOIN = "cosc322.game-state.join";
	public static final String GAME_STATE_BOARD = "cosc322.game-state.board";
	public static final String GAME_STATE_PLAYER_LOST = "cosc322.game-state.userlost";
	public static final String GAME_TEXT_MESSAGE = "cosc322.game-state.textmessage";

	protected String messageType;

	public GameMessage(String messageType) {
		this.messageType = messageType;
	}
}
