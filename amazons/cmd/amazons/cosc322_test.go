//go:build !lean || jail

package main

import (
	"archive/zip"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/amazons/wire"
	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/jail"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// corner is a start for short games: 4 x 4 squares are left.
const corner = "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/1BB1xxxxxx/B2Bxxxxxx/R2Rxxxxxx/1RR1xxxxxx r"

// student is the source of a player of COSC 322 in the style of the course's skeleton. Each case of the tests edits it.
const student322 = `package ubc.cosc322;

import java.util.*;
import sfs2x.client.entities.Room;
import ygraph.ai.smartfox.games.*;
import ygraph.ai.smartfox.games.amazons.*;

public class Player extends GamePlayer {
	private GameClient gameClient = null;
	private BaseGameGUI gamegui = null;
	private String userName, passwd;
	private int[][] board = new int[11][11];
	private int me;

	public static void main(String[] args) {
		Player player = new Player(args[0], args[1]);
		if (player.getGameGUI() == null) {
			player.Go();
		} else {
			BaseGameGUI.sys_setup();
			java.awt.EventQueue.invokeLater(new Runnable() {
				public void run() {
					player.Go();
				}
			});
		}
	}

	public Player(String userName, String passwd) {
		this.userName = userName;
		this.passwd = passwd;
		this.gamegui = new BaseGameGUI(this);
	}

	public void onLogin() {
		userName = gameClient.getUserName();
		if (gamegui != null) {
			gamegui.setRoomInformation(gameClient.getRoomList());
		}
	}

	public boolean handleGameMessage(String messageType, Map<String, Object> msgDetails) {
		switch (messageType) {
		case GameMessage.GAME_STATE_BOARD:
			setBoard((ArrayList<Integer>) msgDetails.get(AmazonsGameMessage.GAME_STATE));
			break;
		case GameMessage.GAME_ACTION_START:
			me = msgDetails.get(AmazonsGameMessage.PLAYER_BLACK).equals(userName) ? 1 : 2;
			if (!msgDetails.get(AmazonsGameMessage.PLAYER_WHITE).equals(userName) != (me == 1)) {
				throw new IllegalStateException("names " + msgDetails);
			}
			if (me == 1) {
				move();
			}
			break;
		case GameMessage.GAME_ACTION_MOVE:
			gamegui.updateGameState(msgDetails);
			play((ArrayList<Integer>) msgDetails.get(AmazonsGameMessage.QUEEN_POS_CURR),
				(ArrayList<Integer>) msgDetails.get(AmazonsGameMessage.QUEEN_POS_NEXT),
				(ArrayList<Integer>) msgDetails.get(AmazonsGameMessage.ARROW_POS));
			move();
			break;
		default:
			throw new IllegalStateException(messageType);
		}
		return true;
	}

	private void setBoard(ArrayList<Integer> state) {
		if (state.size() != 121) {
			throw new IllegalStateException("a board of " + state.size());
		}
		for (int i = 0; i < 121; i++) {
			board[i / 11][i % 11] = state.get(i);
		}
		gamegui.setGameState(state);
	}

	private void play(ArrayList<Integer> from, ArrayList<Integer> to, ArrayList<Integer> arrow) {
		int queen = board[from.get(0)][from.get(1)];
		board[from.get(0)][from.get(1)] = 0;
		if (queen != 1 && queen != 2 || board[to.get(0)][to.get(1)] != 0 || board[arrow.get(0)][arrow.get(1)] != 0) {
			throw new IllegalStateException("the board is not as it was: " + from + to + arrow);
		}
		board[to.get(0)][to.get(1)] = queen;
		board[arrow.get(0)][arrow.get(1)] = 3;
	}

	private List<int[]> reach(int row, int column) {
		List<int[]> list = new ArrayList<>();
		for (int dr = -1; dr <= 1; dr++) {
			for (int dc = -1; dc <= 1; dc++) {
				for (int r = row + dr, c = column + dc; (dr != 0 || dc != 0) && r >= 1 && r <= 10 && c >= 1 && c <= 10 && board[r][c] == 0;
					r += dr, c += dc) {
					list.add(new int[] {r, c});
				}
			}
		}
		return list;
	}

	private ArrayList<Integer> square(int row, int column) {
		return new ArrayList<>(Arrays.asList(row, column));
	}

	private void move() {
		List<int[]> all = new ArrayList<>();
		for (int r = 1; r <= 10; r++) {
			for (int c = 1; c <= 10; c++) {
				if (board[r][c] == me) {
					for (int[] to : reach(r, c)) {
						board[r][c] = 0;
						for (int[] arrow : reach(to[0], to[1])) {
							all.add(new int[] {r, c, to[0], to[1], arrow[0], arrow[1]});
						}
						board[r][c] = me;
					}
				}
			}
		}
		int[] m = all.get(new Random().nextInt(all.size()));
		ArrayList<Integer> from = square(m[0], m[1]), to = square(m[2], m[3]), arrow = square(m[4], m[5]);
		play(from, to, arrow);
		gameClient.sendMoveMessage(from, to, arrow);
	}

	public String userName() {
		return userName;
	}

	public GameClient getGameClient() {
		return gameClient;
	}

	public BaseGameGUI getGameGUI() {
		return gamegui;
	}

	public void connect() {
		gameClient = new GameClient(userName, passwd, this);
	}
}
`

// edited is the source with edits: each text, which must be there, is replaced by the next one.
func edited(edits ...string) string {
	text := student322
	for i := 0; i < len(edits); i += 2 {
		if !strings.Contains(text, edits[i]) {
			panic("not in the source: " + edits[i])
		}
		text = strings.ReplaceAll(text, edits[i], edits[i+1])
	}
	return text
}

const (
	inPackage   = "package ubc.cosc322;\n"
	sends       = "gameClient.sendMoveMessage(from, to, arrow);"
	opensWindow = "this.gamegui = new BaseGameGUI(this);"
	begins      = "if (me == 1) {\n"
	receives    = "public boolean handleGameMessage(String messageType, Map<String, Object> msgDetails) {\n"
	hasMain     = "public static void main(String[] args) {"
)

// textMode is a player without a window.
var textMode = []string{opensWindow, "", "gamegui.updateGameState(msgDetails);", "", "gamegui.setGameState(state);", "",
	"if (gamegui != null) {\n\t\t\tgamegui.setRoomInformation(gameClient.getRoomList());\n\t\t}", "for (Room r : gameClient.getRoomList()) {\n" +
		"System.out.println(r + r.getName() + r.getUserCount() + r.getMaxUsers() + r.getSpectatorCount());\n}\ngameClient.joinRoom(gameClient.getRoomList().get(5).getName());"}

// mockJar makes a jar of files.
func mockJar(t *testing.T, path string, files map[string]string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	for name, from := range files {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		text := []byte(from)
		if at, ok := strings.CutPrefix(from, "@"); ok {
			if text, err = os.ReadFile(at); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := w.Write(text); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// javac compiles the files of a folder into another, as a student does, with a library of signatures.
func javac(t *testing.T, api, from, to string) {
	t.Helper()
	var sources []string
	err := filepath.WalkDir(from, func(path string, _ os.DirEntry, err error) error {
		if strings.HasSuffix(path, ".java") {
			sources = append(sources, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	arguments := []string{"-nowarn", "-d", to}
	if api != "" {
		arguments = append(arguments, "-cp", api)
	}
	if text, err := exec.Command("javac", append(arguments, sources...)...).CombinedOutput(); err != nil {
		t.Fatalf("javac: %v\n%s", err, text)
	}
}

// write writes files below a new folder, and returns it.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// play322 plays a short game with a player in a seat and returns how it ended, what is wrong, and what the player printed.
func play322(t *testing.T, spec string, seat int, start string, budget time.Duration, o proc.Options) (line *record.Line, fault, printed string) {
	t.Helper()
	bound := match.Bind(game())
	p, err := bound.Player(spec, match.Maker{Start: o})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	players := []*match.Player{bound.Any(1), bound.Any(2)}
	players[seat] = p
	j := job.Job{Start: start, Seed: "1", Seats: []job.Team{{Spec: "random"}, {Spec: "random"}}}
	j.Seats[seat] = job.Team{Spec: spec, Budget: timer.Control{Move: budget}}
	line, err = bound.Play(t.Context(), j, match.Seating{Players: players})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range line.Faults {
		if f.Seat == bound.Seats[seat] {
			fault += f.Detail
		}
	}
	p.Close() // then all that it printed has arrived
	return line, fault, p.Stderr()
}

// need322 skips a test where there is no JDK, and gives it a cache of its own.
func need322(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("javac"); err != nil {
		if os.Getenv("GRIDIRON_CORPUS") == "required" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	if testing.Short() {
		t.Skip("every case compiles a player and starts a Java machine or two")
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
}

// case322 is a player and how it is named.
type case322 struct {
	name  string
	files map[string]string
	at    string // in the folder of the files, with what follows the path
	says  string // what it prints, or a part of it; of a fault, the fault
}

// source322 is a player of one file.
func source322(name, says string, edits ...string) case322 {
	return case322{name, map[string]string{"ubc/cosc322/Player.java": edited(edits...)}, "", says}
}

// window322 is a window that uses what Swing's have.
const window322 = `import java.awt.*;
import java.awt.event.*;
import javax.swing.*;

public class Window extends JFrame implements WindowListener {
	Window() {
		super("mine");
		add(new JLabel("inside"));
		setJMenuBar(new JMenuBar());
		getRootPane().setDefaultButton(new JButton("OK"));
		getLayeredPane().add(new JLabel("above"), JLayeredPane.POPUP_LAYER);
		setGlassPane(new JPanel());
		addWindowListener(this);
		addWindowListener(new WindowAdapter() {
			@Override public void windowClosing(WindowEvent e) {
				e.getWindow().dispose();
				System.exit(0);
			}
		});
		setType(java.awt.Window.Type.NORMAL);
		setState(Frame.NORMAL);
		setExtendedState(JFrame.MAXIMIZED_BOTH);
		setCursor(Toolkit.getDefaultToolkit().createCustomCursor(null, new Point(), "none"));
		pack();
		setVisible(true);
		getGraphics().drawLine(0, 0, 9, 9);
		new JWindow(this).setVisible(true);
		new JDialog(this, "a dialog", Dialog.ModalityType.APPLICATION_MODAL).setVisible(true);
		JOptionPane pane = new JOptionPane("a question", JOptionPane.QUESTION_MESSAGE);
		pane.createDialog(this, "a title").setVisible(true);
		dispatchEvent(new WindowEvent(this, WindowEvent.WINDOW_CLOSING));
		System.out.println("closes " + Math.min(getWidth(), 120) + " [" + getComponent(0).getClass().getName() + ", " + pane.getValue() + ", " + getOwner() + ", "
			+ getExtendedState() + (new WindowEvent(this, 1).getWindow() == this) + getLocationOnScreen().x + "]");
	}
	public void windowOpened(WindowEvent e) {}
	public void windowClosing(WindowEvent e) {}
	public void windowClosed(WindowEvent e) {}
	public void windowIconified(WindowEvent e) {}
	public void windowDeiconified(WindowEvent e) {}
	public void windowActivated(WindowEvent e) {}
	public void windowDeactivated(WindowEvent e) {}
}
`

var good322 = []case322{
	source322("skeleton with a window", ""),
	source322("without a window", "Skaha Lake", textMode...),
	{"file", map[string]string{"Player.java": edited(inPackage, "")}, "/Player.java", ""},
	{"file in a package", map[string]string{"src/ubc/cosc322/Player.java": edited("extends GamePlayer", "extends Base"),
		"src/ubc/cosc322/Base.java": "package ubc.cosc322;\npublic abstract class Base extends ygraph.ai.smartfox.games.GamePlayer {}"},
		"/src/ubc/cosc322/Player.java", ""},
	{"Maven project", map[string]string{
		"src/main/java/ubc/cosc322/Player.java": edited(hasMain, "public static void run(String[] args) {"),
		"src/main/java/ubc/cosc322/Main.java":   "package ubc.cosc322;\npublic class Main {\n" + hasMain + "Player.run(args);\n}\n}",
		"src/main/java/ubc/cosc322/Other.java":  "package ubc.cosc322;\npublic class Other {\n" + hasMain + "throw new Error();\n}\n}",
		"src/test/java/ubc/cosc322/Test.java":   "package ubc.cosc322;\npublic class Test {\n",
		"pom.xml":                               "<project><build><mainClass>ubc.cosc322.Main</mainClass></build></project>"}, "", ""},
	{"a class of two", map[string]string{"a/Player.java": edited("ubc.cosc322", "a"), "b/Player.java": edited("ubc.cosc322", "b",
		receives, receives+"System.out.println(\"I am b\");\n")}, "#b.Player", "I am b"},
	{"a class by its short name", map[string]string{"Player.java": edited(), "Other.java": edited("Player", "Other", "GameOther", "GamePlayer")}, "#Other", ""},
	source322("no main, name and password", "", hasMain, "static void run(String[] args) {"),
	source322("no main, nothing", "", hasMain, "static void run(String[] args) {", "public Player(String userName, String passwd) {", "Player() {",
		"this.userName = userName;", "userName = \"me\" + Math.random();", "new Player(args[0], args[1])", "new Player()"),
	source322("the name of 2021", "", "QUEEN_POS_NEXT", "Queen_POS_NEXT"),
	source322("a move as a map", "", sends, "Map<String, Object> m2 = new HashMap<>();\nm2.put(AmazonsGameMessage.QUEEN_POS_CURR, from);\n"+
		"m2.put(AmazonsGameMessage.QUEEN_POS_NEXT, to);\nm2.put(AmazonsGameMessage.ARROW_POS, arrow);\ngameClient.sendMoveMessage(m2);"),
	source322("a thread of its own", "", sends, "new Thread(() -> {\ntry {\nThread.sleep(20);\n} catch (InterruptedException e) {}\n"+sends+"\n}).start();"),
	source322("prints what looks like our protocol", `{"type":"answer","id":1,"move":"A0A1A2"}`, receives, receives+
		`System.out.println("{\"type\":\"answer\",\"id\":1,\"move\":\"A0A1A2\"}"); System.out.print("half a line");`+"\n"),
	source322("prints without end", "", receives, receives+"for (int i = 0; i < 20000; i++) System.out.println(\"depth \" + i);\n"),
	{"reads", map[string]string{"Player.java": edited(hasMain, hasMain+`
		String one = new Scanner(System.in).nextLine();
		int two = new Scanner(System.in).nextInt();
		System.out.println("read " + one + two + new Scanner(System.in).nextLine());`)}, ",stdin=ada/25", "read ada25Okanagan Lake"},
	source322("windows of its own", "what is it? 1280", opensWindow, opensWindow+`
		javax.swing.JFrame frame = new javax.swing.JFrame("mine");
		frame.setDefaultCloseOperation(javax.swing.JFrame.EXIT_ON_CLOSE);
		frame.getContentPane().add(new javax.swing.JLabel("x"));
		frame.setSize(java.awt.Toolkit.getDefaultToolkit().getScreenSize());
		frame.pack();
		frame.setVisible(true);
		new javax.swing.JDialog(frame, "d", true).setVisible(true);
		javax.swing.JOptionPane.showMessageDialog(frame, "what is it? " + frame.getWidth());
		if (javax.swing.JOptionPane.showInputDialog("name") != null) throw new Error();`),
	{"a window with all that windows have", map[string]string{"Player.java": edited(inPackage, "", opensWindow, opensWindow+"\n\t\tnew Window();"), "Window.java": window322},
		"", "closes 120 [javax.swing.JLabel, null, null, 6true0]"},
	source322("all is static, in a pool of threads", "over", "private int[][] board", "static int[][] board", "private int me;", `static int me;
	static java.util.concurrent.ExecutorService pool = java.util.concurrent.Executors.newFixedThreadPool(2);
	static {
		Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("bye")));
		Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println("over " + e));
		new java.util.Timer().schedule(new TimerTask() {
			public void run() {
				System.out.print('.');
			}
		}, 10, 10);
		new Thread(() -> { throw new IllegalStateException("a thread"); }).start();
	}`, sends, "pool.submit(() -> "+strings.TrimSuffix(sends, ";")+");"),
	{"a class of its own for the connection", map[string]string{"Player.java": edited("gameClient = new GameClient(", "gameClient = new Link(", inPackage, ""),
		"Link.java": `import ygraph.ai.smartfox.games.*;
public class Link extends GameClient {
	Link(String user, String password, GamePlayer player) {
		super(user, password, player);
	}
	@Override public void sendMoveMessage(java.util.ArrayList<Integer> from, java.util.ArrayList<Integer> to, java.util.ArrayList<Integer> arrow) {
		super.sendMoveMessage(from, to, arrow);
		super.sendTextMessage("good luck");
		System.out.println("sent " + from.size());
	}
}`}, "", "sent 2"},
	{"a window derived from the course's", map[string]string{"Player.java": edited(inPackage, "", opensWindow, "gamegui = new Gui(this);\njavax.swing.JFrame f = gamegui;\nf.setTitle(\"t\");"),
		"Gui.java": "import java.awt.event.*;\npublic class Gui extends ygraph.ai.smartfox.games.BaseGameGUI {\n" +
			"Gui(ygraph.ai.smartfox.games.GamePlayer p) {\nsuper(p);\naddWindowListener(new WindowAdapter() {});\nroomSelection.getModel();\n}\n" +
			"protected ygraph.ai.smartfox.games.amazons.AmazonsBoard createBoard() { System.out.println(\"my board\"); return super.createBoard(); }\n}"}, "", "my board"},
	{"files beside it", map[string]string{"Player.java": edited("\tprivate void move() {", `	private void move() {
		try (Scanner s = new Scanner(new java.io.File("weights.txt")); java.io.FileWriter w = new java.io.FileWriter("log.txt")) {
			System.out.println("weight " + s.nextInt() + Player.class.getResource("/data/book.txt").getFile().isEmpty());
			w.write("x");
		} catch (java.io.IOException e) {
			throw new RuntimeException(e);
		}`), "weights.txt": "42\n", "src/main/resources/data/book.txt": "x"}, "", "weight 42false"},
	source322("a source that is not UTF-8", "", "private int me;", "private int me; // \xe9t\xe9"),
	{"unfinished files beside it", map[string]string{"Player.java": edited(), "Broken.java": "class Broken { int x = ; }",
		"UsesBroken.java": "class UsesBroken { Broken b = new Broken(); Missing m; }", "T.java": "import org.junit.Test;\nclass T { @Test void t() {} }",
		"copy/Player.java": edited()}, "", "left out: "},
	source322("the same text object as its name", "", ".equals(userName) ? 1", " == userName ? 1"),
	source322("its name by the client", "", "return userName;", "return getGameClient().getUserName();"),
	source322("changes the lists it gets", "", "play((ArrayList<Integer>) msgDetails", "msgDetails.put(\"x\", 1);\nplay((ArrayList<Integer>) msgDetails",
		sends, sends+"\nfrom.clear();\nto.set(0, 77);", "gamegui.setGameState(state);", "gamegui.setGameState(state);\nstate.clear();"),
	source322("two players in one process", "another GameClient", "player.Go();\n\t\t} else", "player.Go();\n\t\t\tnew Player(\"b\", \"b\").Go();\n\t\t} else",
		"this.gamegui = new BaseGameGUI(this);", "", "gamegui.updateGameState(msgDetails);", "", "gamegui.setGameState(state);", ""),
	source322("moves when it gets the board", "a move before the game has started is dropped: D7", "setBoard((Array", "gameClient.sendMoveMessage(square(3, 4), square(4, 4), square(5, 4));\nsetBoard((Array"),
	source322("searches deep", "deep 300000", "\tprivate void move() {", "\tint deep(int n) {\n\t\treturn n == 0 ? 0 : 1 + deep(n - 1);\n\t}\n\n\tprivate void move() {\n\t\tSystem.out.println(\"deep \" + deep(300000));"),
	source322("threads that go on", "", sends, sends+"\nnew Thread(() -> {\nwhile (true) {\ntry {\nThread.sleep(1);\n} catch (InterruptedException e) {}\n}\n}).start();"),
	source322("White begins", "", "if (me == 1) {", "if (me == 2) {"),
	source322("answers messages in other orders", "", receives, receives+`
		if (messageType.equals(GameMessage.GAME_ACTION_MOVE)) {
			if (me == 0) throw new IllegalStateException("a move before the start");
		} else if (messageType.equals(GameMessage.GAME_ACTION_START) && board[1][1] != 3) {
			throw new IllegalStateException("the start before the board");
		}
		System.out.println(msgDetails.keySet() + " " + msgDetails.getOrDefault("room.name", ""));
`),
}

// TestStudents plays with players in many styles, in the seats by turns.
func TestStudents(t *testing.T) {
	need322(t)
	for n, c := range gametest.Sample(t, good322) {
		t.Run(c.name, func(t *testing.T) {
			spec := "cosc322:" + write(t, c.files) + c.at
			if c.name == "White begins" {
				spec += ",first=white"
			}
			line, fault, printed := play322(t, spec, n%2, corner, time.Minute, proc.Options{})
			if fault != "" || line.Plies == 0 || line.Reason != "stuck" {
				t.Fatalf("seat %d: %d plies, %s, %s\n%s", n%2, line.Plies, line.Reason, fault, printed)
			}
			if !strings.Contains(printed, c.says) {
				t.Errorf("seat %d: it printed %q, want %q", n%2, printed, c.says)
			}
		})
	}
}

var bad322 = []case322{
	source322("an exception", "crashed (it ended without an answer (exit status 2): handleGameMessage: java.lang.ArithmeticException: / by zero at ubc.cosc322.Player.handleGameMessage(Player.java:",
		begins, begins+"int zero = 0 / (me - 1);\n"),
	source322("an exception in main", "never started (it ended without an answer (exit status 2): ubc.cosc322.Player: java.lang.NumberFormatException", hasMain, hasMain+"Integer.parseInt(\"x\");"),
	source322("System.exit", "crashed (it ended without an answer (exit status 0): the player called System.exit at ubc.cosc322.Player.move(Player.java:", sends, "System.exit(0);"),
	source322("System.exit in main", "never started (it ended without an answer (exit status 3): the player called System.exit at ubc.cosc322.Player.main(Player.java:", hasMain, hasMain+"if (me() > 0) System.exit(3);", "private int me;", "private int me;\nstatic int me() { return 1; }"),
	source322("an illegal move", "played the illegal turn", sends, "gameClient.sendMoveMessage(to, from, arrow);"),
	source322("no list", `garbled its answer (turn "null`, sends, "gameClient.sendMoveMessage(null, to, arrow);"),
	source322("a row 0", `garbled its answer (turn "[0, 4]`, sends, "gameClient.sendMoveMessage(square(0, 4), to, arrow);"),
	source322("three numbers", `garbled its answer (turn "[1, 2, 3]`, sends, "gameClient.sendMoveMessage(new ArrayList<>(Arrays.asList(1, 2, 3)), to, arrow);"),
	source322("too slow", "was late (no answer within", sends, ""),
	source322("no GameClient", "never started (it ended without an answer (exit status 2): the class ubc.cosc322.Player made no GameClient", "gameClient = new GameClient(userName, passwd, this);", ""),
	source322("an exception in the thread of its window", "never started (it ended without an answer (exit status 2): thread AWT-EventQueue-0: java.lang.NullPointerException", "gameClient = new GameClient(userName, passwd, this);", "String none = null; none.length();"),
	source322("played by hand", "never started (it ended without an answer (exit status 2): HumanPlayer is played by hand", hasMain, hasMain+"HumanPlayer.main(args);\nif (args.length > 0) return;"),
	source322("does not compile", "never started (it does not compile: ubc/cosc322/Player.java:13: ';' expected", "private int me;", "private int me"),
	source322("a library that is not there", "package org.apache.commons.lang does not exist (is it a library? put its .jar into the player's folder", "private int me;", "private int me;\norg.apache.commons.lang.StringUtils u;"),
	{"two players", map[string]string{"A.java": edited("Player", "A", "GameA", "GamePlayer"), "B.java": edited("Player", "B", "GameB", "GamePlayer")}, "", "which class plays? Name it, cosc322:PATH#Class: ubc.cosc322.A, ubc.cosc322.B"},
	{"no player", map[string]string{"A.java": "class A {}"}, "", "no class has a main or is a GamePlayer of the course's library"},
	{"another class", map[string]string{"Player.java": edited()}, "#ubc.Player", "class ubc.Player is not there; there are: ubc.cosc322.Player"},
	{"an empty folder", map[string]string{"readme.txt": ""}, "", "there are no .java and .class files, and 0 .jar files: name the player's file"},
	{"text", map[string]string{"readme.txt": ""}, "/readme.txt", "want a folder, or a file that ends in .java, .class or .jar"},
	{"what it needs was left out", map[string]string{"Player.java": edited("private int me;", "private int me; Object o = make();\nObject make() { try { return Class.forName(\"Broken\"); } catch (ClassNotFoundException e) { throw new NoClassDefFoundError(e.getMessage()); } }"), "Broken.java": "class Broken { int x = ; }"}, "", "left out: 1 of 2 files, which do not compile, the first error: Broken.java:1: illegal start of"},
}

// TestStudentsFaults plays with players that do something wrong.
func TestStudentsFaults(t *testing.T) {
	need322(t)
	for _, c := range gametest.Sample(t, bad322) {
		t.Run(c.name, func(t *testing.T) {
			budget := time.Minute
			if c.name == "too slow" {
				budget = 2 * time.Second
			}
			_, fault, printed := play322(t, "cosc322:"+write(t, c.files)+c.at, 0, corner, budget, proc.Options{})
			if !strings.Contains(fault, c.says) || strings.Contains(fault, "\n") {
				t.Errorf("fault %q\nwant  %q\n%s", fault, c.says, printed)
			}
			if advice := "add ,first=white to its name"; strings.Contains(printed, advice) != (c.name == "too slow") {
				t.Errorf("it printed %q, and should only say %q if it sent nothing", printed, advice)
			}
		})
	}
}

// TestStudentsBuilt plays with players that students have compiled themselves.
func TestStudentsBuilt(t *testing.T) {
	gametest.Long(t, "compiles players in Java")
	need322(t)
	api, built, shaded := t.TempDir(), t.TempDir(), t.TempDir()
	javac(t, "", filepath.Join("..", "..", "wire", "cosc322"), api)
	source := write(t, map[string]string{"Player.java": edited(), "Evil.java": "package ygraph.ai.smartfox.games;\npublic class Evil {}"})
	javac(t, api, source, built)
	// A shaded jar has the real library, which must not win.
	evil := write(t, map[string]string{"GameClient.java": "package ygraph.ai.smartfox.games;\npublic class GameClient {\npublic GameClient(String a, String b, GamePlayer p) { throw new Error(\"real\"); }\n" +
		"public java.util.List<sfs2x.client.entities.Room> getRoomList() { return null; } public String getUserName() { return null; }\n}"})
	javac(t, api, evil, shaded)
	class := "@" + filepath.Join(built, "ubc", "cosc322", "Player.class")
	inner := "@" + filepath.Join(built, "ubc", "cosc322", "Player$1.class")
	jars := t.TempDir()
	manifest := "Manifest-Version: 1.0\nMain-Class: ubc.cosc322.Player\n\n"
	names := func(m map[string]string) map[string]string {
		m["ubc/cosc322/Player.class"], m["ubc/cosc322/Player$1.class"] = class, inner
		return m
	}
	for dir, files := range map[string]map[string]string{
		"thin":  names(map[string]string{"META-INF/MANIFEST.MF": manifest}),
		"plain": names(map[string]string{}),
		"shaded": names(map[string]string{"META-INF/MANIFEST.MF": manifest,
			"ygraph/ai/smartfox/games/GameClient.class": "@" + filepath.Join(shaded, "ygraph", "ai", "smartfox", "games", "GameClient.class")}),
	} {
		if err := os.Mkdir(filepath.Join(jars, dir), 0o755); err != nil {
			t.Fatal(err)
		}
		mockJar(t, filepath.Join(jars, dir, "player.jar"), files)
	}
	project := t.TempDir()
	if err := os.CopyFS(filepath.Join(project, "target", "classes"), os.DirFS(built)); err != nil {
		t.Fatal(err)
	}
	for n, path := range []string{
		jars + "/thin/player.jar", jars + "/plain/player.jar", jars + "/shaded/player.jar", jars + "/thin", built, project,
		built + "/ubc/cosc322/Player.class", jars + "/thin/player.jar#Player",
	} {
		if line, fault, printed := play322(t, "cosc322:"+path, n%2, corner, time.Minute, proc.Options{}); fault != "" || line.Plies == 0 {
			t.Errorf("%s, seat %d: %s\n%s", path, n%2, fault, printed)
		}
	}
	t.Run("a class that is not there", func(t *testing.T) {
		broken := filepath.Join(t.TempDir(), "player.jar")
		mockJar(t, broken, map[string]string{"META-INF/MANIFEST.MF": manifest, "ubc/cosc322/Player.class": class})
		_, fault, _ := play322(t, "cosc322:"+broken, 0, corner, time.Minute, proc.Options{})
		if want := "java.lang.NoClassDefFoundError: ubc/cosc322/Player$1"; !strings.Contains(fault, want) || !strings.Contains(fault, "put its .jar into the player's folder") {
			t.Errorf("fault %q, want %q", fault, want)
		}
	})
}

// TestStudentsWholeGames plays from the usual start, where a player that sets up its own board has the same squares.
func TestStudentsWholeGames(t *testing.T) {
	gametest.Long(t, "compiles players in Java")
	need322(t)
	dir := write(t, map[string]string{"Player.java": edited("gamegui.setGameState(state);", `
		for (int[] s : new int[][] {{4, 1, 2}, {4, 10, 2}, {1, 4, 2}, {1, 7, 2}, {7, 1, 1}, {7, 10, 1}, {10, 4, 1}, {10, 7, 1}}) {
			if (board[s[0]][s[1]] != s[2]) throw new IllegalStateException("not the course's start: " + state);
		}
		if (Collections.frequency(state, 0) != 113) throw new IllegalStateException("more than the course's start: " + state);`)})
	for seat := range 2 {
		if line, fault, printed := play322(t, "cosc322:"+dir, seat, "", time.Minute, proc.Options{}); fault != "" || line.Plies < 20 {
			t.Errorf("seat %d: %s\n%s", seat, fault, printed)
		}
	}
}

// TestStudentsTakeback asks a player in the middle of a game, as after a move was taken back.
func TestStudentsTakeback(t *testing.T) {
	gametest.Long(t, "compiles players in Java")
	need322(t)
	dir := write(t, map[string]string{"Player.java": edited()})
	for seat, turns := range [][]string{{"D0D4J4", "G9F8E8"}, {"D0D4J4", "G9F8E8", "D4D0D5"}} {
		p, err := match.Bind(game()).Player("cosc322:"+dir, match.Maker{})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		position, last := amazons.Start(), amazons.Move{}
		for _, text := range turns {
			if last, err = amazons.ParseMove(text); err != nil {
				t.Fatal(err)
			}
			position = position.Play(last)
		}
		inner := match.Inner[amazons.View, amazons.Move](p)
		g := turn.Game{ID: "g", Seat: seat, Seats: []string{"red", "blue"}, Seed: "1", View: wire.Codec.View(amazons.View{Position: amazons.Start()})}
		if err := turn.Open(t.Context(), inner, g); err != nil {
			t.Fatal(err)
		}
		for n := range 2 {
			m, _, err := inner.Answer(t.Context(), amazons.View{Position: position, Turns: len(turns) + 2*n, Last: last})
			if err != nil || position.Check(m) != amazons.Legal {
				t.Fatalf("seat %d: %v, %v\n%s", seat, m, err, p.Stderr())
			}
			position = position.Play(m)
			last = amazons.View{Position: position}.Moves()[0]
			position = position.Play(last)
		}
	}
}

// TestStudentsKept looks that a player is compiled once, and again when it has changed.
func TestStudentsKept(t *testing.T) {
	gametest.Long(t, "compiles players in Java")
	need322(t)
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	entries := func() int {
		list, err := os.ReadDir(filepath.Join(cache, "gridiron"))
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	dir := write(t, map[string]string{"Player.java": edited()})
	for _, tt := range []struct {
		edit string
		want int
	}{{"", 2}, {"", 2}, {"// changed\n", 3}} {
		path := filepath.Join(dir, "Player.java")
		text, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(path, append(text, tt.edit...), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, fault, _ := play322(t, "cosc322:"+dir, 0, corner, time.Minute, proc.Options{}); fault != "" {
			t.Error(fault)
		}
		if got := entries(); got != tt.want {
			t.Errorf("%d folders in the cache, want %d", got, tt.want)
		}
	}
	t.Setenv("XDG_CACHE_HOME", "/dev/null/none") // there is no cache
	t.Setenv("TMPDIR", t.TempDir())
	if _, fault, _ := play322(t, "cosc322:"+dir, 0, corner, time.Minute, proc.Options{}); fault != "" {
		t.Error(fault)
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
		t.Errorf("left in the folder for temporary files: %v, %v", left, err)
	}
}

// TestStudentsJailed compiles and plays in a jail: the player sees its own files and may write beside them, and no others.
func TestStudentsJailed(t *testing.T) {
	gametest.Long(t, "compiles players in Java")
	need322(t)
	if _, missing := (jail.Launcher{}).Probe(); missing != nil {
		if os.Getenv("GRIDIRON_CORPUS") == "required" {
			t.Fatal(missing)
		}
		t.Skip(missing)
	}
	secret := filepath.Join(write(t, map[string]string{"secret.txt": "x"}), "secret.txt")
	dir := write(t, map[string]string{"src/Player.java": edited("private int me;", "private int me;\n"+`
		{
			try (java.io.FileWriter w = new java.io.FileWriter("log.txt")) {
				w.write("x");
			} catch (java.io.IOException e) {
				throw new RuntimeException(e);
			}
			System.out.println("beside it " + new java.io.File("src/Player.java").exists() + new java.io.File("log.txt").exists()
				+ ", elsewhere " + new java.io.File("`+secret+`").exists());
		}`), "src/Broken.java": "class Broken { int x = ; }"})
	o := proc.Options{Launcher: jail.Launcher{}, Jail: proc.Policy{Mode: proc.Require}}
	line, fault, printed := play322(t, "cosc322:"+dir, 0, corner, time.Minute, o)
	if fault != "" || line.Jail == "" || !strings.Contains(printed, "beside it truetrue, elsewhere false") || !strings.Contains(printed, "left out: 1 of 2") {
		t.Errorf("%s, jail %q\n%s", fault, line.Jail, printed)
	}
	if _, err := os.Stat(filepath.Join(dir, "log.txt")); err == nil {
		t.Error("the player wrote into its real folder")
	}
}

// TestStudentsRefused looks at what cannot be played.
func TestStudentsRefused(t *testing.T) {
	dir := write(t, map[string]string{"Player.java": edited(), "jre/java": "#!/bin/sh\n"})
	bound := match.Bind(game())
	for spec, want := range map[string]string{
		"cosc322:" + dir + "/nothing":    `there is no file or folder`,
		"cosc322:":                       `there is no file or folder ""`,
		"cosc322:" + dir + ",first=red":  `first=red: want white or black`,
		"cosc322:" + dir + ",colour=red": `there is no file or folder`,
	} {
		if _, err := bound.Player(spec, match.Maker{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", spec, err, want)
		}
	}
	seats := []job.Team{{Spec: "cosc322:" + dir}, {Spec: "random"}}
	for _, start := range []string{"1BB1/B2B/R2R/1RR1 r", "3B2B3/10/10/B8B/10/10/R8R/10/10/3R2R3 r range=3"} {
		_, err := bound.Play(context.Background(), job.Job{Start: start, Seed: "1", Seats: seats}, match.Seating{})
		if want := "the course's library knows only the board of 10 x 10"; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", start, err, want)
		}
	}
	if err := os.Chmod(filepath.Join(dir, "jre", "java"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("JAVA_HOME", "")
	for path, want := range map[string]string{
		t.TempDir():               "there is no Java: neither java nor javac is on PATH; install a JDK",
		filepath.Join(dir, "jre"): "there is only a JRE, " + filepath.Join(dir, "jre", "java"),
	} {
		t.Setenv("PATH", path)
		if _, fault, _ := play322(t, seats[0].Spec, 0, corner, time.Minute, proc.Options{}); !strings.Contains(fault, want) {
			t.Errorf("PATH %s: %s, want %s", path, fault, want)
		}
	}
	t.Setenv("JAVA_HOME", dir)
	if _, fault, _ := play322(t, seats[0].Spec, 0, corner, time.Minute, proc.Options{}); !strings.Contains(fault, "where there is no bin/javac") {
		t.Errorf("JAVA_HOME: %s", fault)
	}
}
