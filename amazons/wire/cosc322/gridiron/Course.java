package gridiron;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sfs2x.client.entities.Room;
import ygraph.ai.smartfox.games.GameClient;
import ygraph.ai.smartfox.games.GameMessage;
import ygraph.ai.smartfox.games.GamePlayer;
import ygraph.ai.smartfox.games.amazons.AmazonsGameMessage;

/**
 * The course's server, as far as one player of one game sees it. It speaks the line JSON of PROTOCOL.md on the real standard input
 * and output, which the player does not get. Fields without a comment are guarded by the class's lock.
 */
public final class Course {
	private static final long LOGIN = 5000; // milliseconds that a player may take to store its client, and that its hello waits for that
	private static final int TURN = 30000;  // milliseconds after which the course's client says that time is over

	private static final FileOutputStream OUT = new FileOutputStream(FileDescriptor.out);
	private static final List<Room> ROOMS = new ArrayList<>();
	private static final LinkedBlockingQueue<Runnable> MESSAGES = new LinkedBlockingQueue<>(); // for the player, one after the other

	private static boolean whiteFirst; // set once, before there are threads
	private static String leftOut;     // the same: what of the player was not compiled, and why
	private static GameClient client;  // of this game's player
	private static GamePlayer player;
	private static boolean ready;      // it is logged in, or never will be
	private static volatile boolean over;
	private static volatile String uncaught = ""; // the last exception that ended a thread of the player

	private static boolean black;       // we move first
	private static char first = 'R';    // the letter of who moves first
	private static String start;        // the position of the first move
	private static boolean asked;
	private static boolean started;     // START was delivered
	private static boolean sent;        // some move was sent
	private static int turns;           // played when we are asked next, unless moves were taken back
	private static long question;       // that waits for an answer; 0: none
	private static final ArrayDeque<String> early = new ArrayDeque<>(); // moves that were sent before they were asked for
	private static Timer clock;

	private Course() {}

	/**
	 * The arguments: where the player's classes are, the class or "", a class to prefer or "", the colour that begins, lines for
	 * System.in, what was not compiled.
	 */
	public static void main(String[] args) {
		System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.err), true));
		System.setErr(System.out);
		System.setIn(new Answers(args[4]));
		whiteFirst = args[3].equals("white");
		leftOut = args[5].isEmpty() ? "" : "; left out: " + args[5];
		if (!leftOut.isEmpty()) {
			System.err.println(leftOut.substring(2));
		}
		Thread.setDefaultUncaughtExceptionHandler((thread, e) -> uncaught = explain("thread " + thread.getName(), e));
		Runtime.getRuntime().addShutdownHook(new Thread(Course::exited));
		Thread reader = new Thread(null, Course::read, "gridiron-reader", 1 << 20);
		reader.setDaemon(true);
		reader.start();
		new Thread(null, Course::deliver, "gridiron-messages", 64 << 20).start(); // searches are recursive
		Choice.start(args[0], args[1], args[2]);
	}

	/** Ends the process because a class is missing, or cannot be chosen. */
	static void missing(String reason) {
		fail(reason + leftOut);
	}

	/** Ends the process; the reason becomes the fault. */
	public static void fail(String reason) {
		over = true;
		System.err.println(reason);
		System.err.flush();
		Runtime.getRuntime().halt(2);
	}

	/** Is called when the process ends by itself, and says who ended it. */
	private static void exited() {
		if (over) {
			return;
		}
		String where = "";
		for (Map.Entry<Thread, StackTraceElement[]> of : Thread.getAllStackTraces().entrySet()) {
			StackTraceElement[] stack = of.getValue();
			boolean exits = false;
			for (StackTraceElement e : stack) {
				String name = e.getClassName();
				exits |= name.equals("java.lang.Runtime") && (e.getMethodName().equals("exit") || e.getMethodName().equals("halt"));
				if (exits && !name.startsWith("java.") && !name.startsWith("jdk.")) {
					where = " at " + e;
					break;
				}
			}
		}
		System.err.println("the player called System.exit" + where);
	}

	// What the referee says.

	private static void read() {
		try (BufferedReader in = new BufferedReader(new InputStreamReader(new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8))) {
			for (String line; (line = in.readLine()) != null;) {
				switch (text(line, "type")) {
				case "hello":
					hello();
					break;
				case "start":
					begin(line);
					break;
				case "ask":
					ask(line);
					break;
				case "end":
					hint();
					return;
				default: // later versions of the protocol may have more
				}
			}
		} catch (IOException e) {
			System.err.println(e);
		} finally {
			over = true;
			System.err.flush();
			Runtime.getRuntime().halt(0); // threads of players often go on
		}
	}

	/** The value of a key, which our referee writes in one way only. In a text, quotes are escaped, so that it cannot look like a key. */
	private static String text(String line, String key) {
		Matcher m = Pattern.compile("\"" + key + "\":(?:\"([^\"]*)\"|([^,}\\]]*))").matcher(line);
		return !m.find() ? "" : m.group(1) != null ? m.group(1) : m.group(2);
	}

	/** Says hello when the player is loaded, so that loading does not cost it time. */
	private static void hello() throws IOException {
		synchronized (Course.class) {
			long until = System.currentTimeMillis() + LOGIN;
			for (long left; !ready && (left = until - System.currentTimeMillis()) > 0;) {
				pause(left);
			}
			write("{\"type\":\"hello\"}");
		}
	}

	private static synchronized void begin(String line) {
		start = text(line, "position");
		String[] words = start.split(" ");
		first = words[1].equals("r") ? 'R' : 'B';
		black = text(line, "seat").equals("red") == (first == 'R');
		turns = black ? 0 : 1;
		board(cells(start));
		if (!black) {
			start();
		}
	}

	private static synchronized void ask(String line) throws IOException {
		question = Long.parseLong(text(line, "id"));
		int played = Integer.parseInt(text(line, "turns"));
		String last = text(line, "last");
		char[][] cells = cells(text(line, "position"));
		boolean usual = played == turns;
		turns = played + 2;
		if (!early.isEmpty()) {
			answer(early.remove());
		} else if (black && !asked) {
			if (!usual) { // moves were taken back
				board(cells);
			}
			start();
		} else {
			if (!usual) {
				set(cells, last, 4, '.');
				set(cells, last, 0, set(cells, last, 2, '.'));
				board(cells);
			}
			Map<String, Object> details = new HashMap<>();
			details.put(AmazonsGameMessage.QUEEN_POS_CURR, square(last, 0));
			details.put(AmazonsGameMessage.QUEEN_POS_NEXT, square(last, 2));
			details.put(AmazonsGameMessage.ARROW_POS, square(last, 4));
			send(GameMessage.GAME_ACTION_MOVE, details, true);
		}
		asked = true;
	}

	/** Advises somebody whose player waits for White's move while it should have moved. */
	private static synchronized void hint() {
		if (started && black && question != 0 && !sent && !whiteFirst) {
			System.err.println("the player had the first move and sent none; if it wants White to begin, add ,first=white to its name");
		}
	}

	private static void write(String line) throws IOException {
		OUT.write((line + "\n").getBytes(StandardCharsets.UTF_8));
	}

	private static void answer(String move) {
		try {
			write("{\"type\":\"answer\",\"id\":" + question + ",\"move\":\"" + move + "\"}");
		} catch (IOException e) {
			System.err.println(e);
		}
		question = 0;
	}

	// Squares. Black begins and stands at the top, where rows have the highest numbers; our RED stands at the bottom.

	private static int row(int digit) {
		return whiteFirst ? digit + 1 : 10 - digit;
	}

	private static ArrayList<Integer> square(String move, int at) {
		return new ArrayList<>(Arrays.asList(row(move.charAt(at + 1) - '0'), move.charAt(at) - 'A' + 1));
	}

	/** The text of a square; what the player sent, if it is not one. */
	private static String name(Object square) {
		if (square instanceof List && ((List<?>) square).size() == 2) {
			Object row = ((List<?>) square).get(0), column = ((List<?>) square).get(1);
			if (row instanceof Integer && column instanceof Integer) {
				int r = (Integer) row, c = (Integer) column;
				if (1 <= r && r <= 10 && 1 <= c && c <= 10) {
					return "" + (char) ('A' + c - 1) + (whiteFirst ? r - 1 : 10 - r);
				}
			}
		}
		return String.valueOf(square).replaceAll("[^-0-9a-zA-Z\\[\\], ]", "?");
	}

	/** The squares of a position by digit and column: R, B, x, or another character. */
	private static char[][] cells(String position) {
		char[][] cells = new char[10][10];
		int digit = 9;
		for (String row : position.split(" ")[0].split("/")) {
			int column = 0, run = 0;
			for (char c : row.toCharArray()) {
				if (Character.isDigit(c)) {
					run = 10 * run + c - '0';
					continue;
				}
				column += run;
				run = 0;
				cells[digit][column++] = c;
			}
			digit--;
		}
		return cells;
	}

	/** Sets the square at an offset of a move and returns what was there. */
	private static char set(char[][] cells, String move, int at, char value) {
		char[] row = cells[move.charAt(at + 1) - '0'];
		int column = move.charAt(at) - 'A';
		char before = row[column];
		row[column] = value;
		return before;
	}

	// What the player is told.

	private static void board(char[][] cells) {
		Integer[] state = new Integer[121];
		Arrays.fill(state, 0);
		for (int digit = 0; digit < 10; digit++) {
			for (int column = 0; column < 10; column++) {
				char c = cells[digit][column];
				int code = c == 'x' ? 3 : c != 'R' && c != 'B' ? 0 : c == first != whiteFirst ? 1 : 2;
				state[11 * row(digit) + column + 1] = code;
			}
		}
		Map<String, Object> details = new HashMap<>();
		details.put(AmazonsGameMessage.GAME_STATE, new ArrayList<>(Arrays.asList(state)));
		send(GameMessage.GAME_STATE_BOARD, details, false);
	}

	private static void start() {
		MESSAGES.add(() -> {
			String mine = player.userName();
			if (mine == null) {
				mine = client.getUserName();
			}
			String other = mine.equalsIgnoreCase("opponent") ? "the other" : "opponent";
			Map<String, Object> details = new HashMap<>();
			details.put("room.name", ROOMS.get(0).getName());
			details.put(AmazonsGameMessage.PLAYER_BLACK, black != whiteFirst ? mine : other);
			details.put(AmazonsGameMessage.PLAYER_WHITE, black != whiteFirst ? other : mine);
			synchronized (Course.class) {
				started = true;
				if (black) {
					tick();
				}
			}
			handle(GameMessage.GAME_ACTION_START, details);
		});
	}

	private static void send(String type, Map<String, Object> details, boolean ticks) {
		MESSAGES.add(() -> {
			if (ticks) {
				tick();
			}
			handle(type, details);
		});
	}

	/** Starts the clock of the course's client, which only says that time is over. */
	private static synchronized void tick() {
		stopClock();
		GamePlayer whose = player;
		clock = new Timer(true);
		clock.schedule(new TimerTask() {
			private int count;

			@Override
			public void run() {
				whose.handleMessage("Timeout Count = " + ++count + " !!!");
			}
		}, TURN, TURN);
	}

	private static void stopClock() {
		if (clock != null) {
			clock.cancel();
			clock = null;
		}
	}

	/** Delivers the messages, each when the one before was handled, and before them that the player is logged in. */
	private static void deliver() {
		GamePlayer whose;
		synchronized (Course.class) {
			while (player == null) {
				pause(0);
			}
			whose = player;
		}
		for (int waited = 0; waited < LOGIN && !stored(whose); waited += 10) {
			try {
				Thread.sleep(10);
			} catch (InterruptedException e) {
				Thread.currentThread().interrupt();
			}
		}
		try {
			whose.onLogin();
		} catch (Throwable e) {
			explain("onLogin", e);
		}
		loaded();
		while (true) {
			try {
				MESSAGES.take().run();
			} catch (InterruptedException e) {
				// the player interrupted us
			} catch (Throwable e) {
				String what = explain("handleGameMessage", e);
				synchronized (Course.class) {
					if (question != 0) { // nothing else will answer it
						fail(what);
					}
				}
			}
		}
	}

	/** Reports whether the player has stored its client. */
	private static boolean stored(GamePlayer player) {
		try {
			return player.getGameClient() == client;
		} catch (RuntimeException e) {
			return false;
		}
	}

	private static void handle(String type, Map<String, Object> details) {
		player.handleGameMessage(type, details);
	}

	private static synchronized void loaded() {
		ready = true;
		Course.class.notifyAll();
	}

	private static synchronized void pause(long most) {
		try {
			Course.class.wait(most);
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
		}
	}

	/** Prints an exception of the player and returns it in one line, with the place in its own code. */
	static String explain(String method, Throwable e) {
		e.printStackTrace();
		String what = method + ": " + e.toString().split("\n")[0];
		for (StackTraceElement at : e.getStackTrace()) {
			if (!at.getClassName().startsWith("java.") && !at.getClassName().startsWith("gridiron.")) {
				what += " at " + at;
				break;
			}
		}
		if (e instanceof NoClassDefFoundError || e instanceof ClassNotFoundException) {
			what += leftOut.isEmpty() ? "; if it is of a library, put its .jar into the player's folder" : leftOut;
		} else if (e instanceof LinkageError) {
			what += "; the course's library is replaced by a stand-in that does not have this";
		}
		return what;
	}

	// What the player's connection does.

	public static List<Room> rooms() {
		synchronized (ROOMS) {
			if (ROOMS.isEmpty()) {
				for (String name : new String[] {
					"Okanagan Lake", "Bear Lake", "Wood Lake", "Kentucky Lake", "Echo Lake", "Kalamalka Lake", "Skaha Lake",
					"Osoyoos Lake", "Duck Lake", "Swan Lake",
				}) {
					ROOMS.add(new Lake(ROOMS.size(), name));
				}
			}
			return ROOMS;
		}
	}

	public static synchronized void connected(GameClient c, GamePlayer delegate) {
		if (delegate == null || player != null) {
			System.err.println("another GameClient, which does not play: there is one player in this process");
			return;
		}
		client = c;
		player = delegate;
		Course.class.notifyAll();
	}

	/** Ends the process because nothing will make a GameClient. */
	static void noClient(Class<?> chosen) {
		fail(uncaught.isEmpty() ? "the class " + chosen.getName() + " made no GameClient; name the class of the player, cosc322:PATH#Class" : uncaught);
	}

	static synchronized boolean hasPlayer() {
		return player != null;
	}

	/** A move, which the course's server passes on without a look at it. Here the referee looks. */
	public static synchronized void moved(GameClient from, Object queen, Object next, Object arrow) {
		String move = name(queen) + name(next) + name(arrow);
		if (from != client) {
			System.err.println("a move of another GameClient is dropped: " + move);
			return;
		}
		if (!started) {
			System.err.println("a move before the game has started is dropped: " + move);
			return;
		}
		stopClock();
		sent = true;
		if (move.length() > 6) {
			System.err.println("not a move: " + move + "; want three times a row and a column from 1 to 10");
		}
		if (question == 0) {
			System.err.println("the move " + move + " was sent when it was not this player's turn; it counts at its next one");
			early.add(move);
			return;
		}
		answer(move);
	}

	/** Somebody's typed lines: first those that the user gave, then a room's name again and again. Each read returns one line. */
	private static final class Answers extends InputStream {
		private final ArrayDeque<String> lines = new ArrayDeque<>();
		private byte[] line = {};
		private int at;

		Answers(String text) {
			if (!text.isEmpty()) {
				lines.addAll(Arrays.asList(text.split("/", -1)));
			}
		}

		private void next() {
			if (at == line.length) {
				line = ((lines.isEmpty() ? rooms().get(0).getName() : lines.remove()) + "\n").getBytes(StandardCharsets.UTF_8);
				at = 0;
			}
		}

		@Override
		public synchronized int read() {
			next();
			return line[at++] & 0xff;
		}

		@Override
		public synchronized int read(byte[] to, int offset, int most) {
			if (most == 0) {
				return 0;
			}
			next();
			int n = Math.min(most, line.length - at);
			System.arraycopy(line, at, to, offset, n);
			at += n;
			return n;
		}

		@Override
		public synchronized int available() {
			return line.length - at;
		}
	}
}
