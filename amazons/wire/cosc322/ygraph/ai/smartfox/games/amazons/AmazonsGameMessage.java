package ygraph.ai.smartfox.games.amazons;

import java.util.HashMap;
import java.util.Map;
import ygraph.ai.smartfox.games.GameMessage;

/** The keys of what messages say. */
public class AmazonsGameMessage extends GameMessage {
	public static final String QUEEN_POS_CURR = "queen-position-current";
	public static final String QUEEN_POS_NEXT = "queen-position-next";
	public static final String Queen_POS_NEXT = QUEEN_POS_NEXT; // its name until 2022
	public static final String ARROW_POS = "arrow-position";
	public static final String GAME_STATE = "game-state";
	public static final String PLAYER_BLACK = "player-black";
	public static final String PLAYER_WHITE = "player-white";

	private final Map<String, Object> details = new HashMap<>();

	public AmazonsGameMessage(String messageType) {
		super(messageType);
	}

	public void setMessageDetails(String key, Object value) {
		details.put(key, value);
	}

	public void compile() {}
}
