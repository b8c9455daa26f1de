// A player as a student of 2001 would have written it: random turns, one class a way of sending them.
//
//   java Client line|utf|chars|object|block|raw|udp  dial|listen  RED|BLUE  PORT
//
// It plays one game on this machine, judges what it receives and prints who has won. Port 0 listens on a free one.
import java.io.*;
import java.net.*;
import java.util.*;

public class Client {
    static char[][] board = new char[10][10]; // by column and row
    static Random random = new Random(2001);

    interface Comm {
        void send(String turn) throws IOException;
        String receive() throws IOException;
    }

    public static void main(String[] args) throws Exception {
        for (char[] column : board) Arrays.fill(column, '.');
        for (String s : "RA3 RD0 RG0 RJ3 BA6 BD9 BG9 BJ6".split(" ")) board[s.charAt(1) - 'A'][s.charAt(2) - '0'] = s.charAt(0);
        char me = args[2].charAt(0);
        boolean dials = args[1].equals("dial");
        int port = Integer.parseInt(args[3]);
        Comm comm = args[0].equals("udp") ? udp(dials, port, me)
            : tcp(args[0], dials ? new Socket("localhost", port) : accept(new ServerSocket(port)));
        for (char turn = 'R';; turn = turn == 'R' ? 'B' : 'R') {
            List<String> legal = turns(turn);
            if (legal.isEmpty()) {
                System.out.println((turn == 'R' ? "BLUE" : "RED") + " has won");
                return;
            }
            String t;
            if (turn == me) {
                t = legal.get(random.nextInt(legal.size()));
                comm.send(t);
            } else {
                t = comm.receive();
                if (!legal.contains(t)) throw new IOException("not legal: " + t);
            }
            board[t.charAt(2) - 'A'][t.charAt(3) - '0'] = board[t.charAt(0) - 'A'][t.charAt(1) - '0'];
            board[t.charAt(0) - 'A'][t.charAt(1) - '0'] = '.';
            board[t.charAt(4) - 'A'][t.charAt(5) - '0'] = 'x';
        }
    }

    static Socket accept(ServerSocket server) throws IOException {
        System.out.println("listening on " + server.getLocalPort());
        return server.accept();
    }

    static Comm tcp(String framing, Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        OutputStream out = socket.getOutputStream();
        switch (framing) {
        case "line":
            BufferedReader reader = new BufferedReader(new InputStreamReader(in));
            PrintWriter writer = new PrintWriter(out, true);
            return new Comm() {
                public void send(String turn) { writer.println(turn); }
                public String receive() throws IOException { return reader.readLine(); }
            };
        case "utf":
        case "chars":
            DataInputStream dataIn = new DataInputStream(in);
            DataOutputStream dataOut = new DataOutputStream(out);
            return new Comm() {
                public void send(String turn) throws IOException {
                    if (framing.equals("utf")) dataOut.writeUTF(turn); else dataOut.writeChars(turn);
                }
                public String receive() throws IOException {
                    if (framing.equals("utf")) return dataIn.readUTF();
                    String turn = "";
                    while (turn.length() < 6) turn += dataIn.readChar();
                    return turn;
                }
            };
        case "object":
        case "block":
            ObjectOutputStream objectOut = new ObjectOutputStream(out);
            objectOut.flush();
            ObjectInputStream objectIn = new ObjectInputStream(in); // waits for the header of the other side
            return new Comm() {
                public void send(String turn) throws IOException {
                    if (framing.equals("object")) objectOut.writeObject(turn); else objectOut.writeUTF(turn);
                    objectOut.flush();
                }
                public String receive() throws IOException {
                    if (framing.equals("block")) return objectIn.readUTF();
                    try { return (String) objectIn.readObject(); } catch (ClassNotFoundException e) { throw new IOException(e); }
                }
            };
        }
        return new Comm() { // raw
            public void send(String turn) throws IOException { out.write(turn.getBytes()); }
            public String receive() throws IOException {
                byte[] buffer = new byte[6];
                int n = in.read(buffer);
                return new String(buffer, 0, n);
            }
        };
    }

    static Comm udp(boolean dials, int port, char me) throws IOException {
        DatagramSocket socket = dials ? new DatagramSocket() : new DatagramSocket(port);
        DatagramPacket packet = new DatagramPacket(new byte[256], 256);
        Comm comm = new Comm() {
            public void send(String turn) throws IOException {
                byte[] buffer = new byte[256]; // sent whole
                System.arraycopy(turn.getBytes(), 0, buffer, 0, 6);
                socket.send(new DatagramPacket(buffer, buffer.length, packet.getSocketAddress()));
            }
            public String receive() throws IOException {
                packet.setLength(256);
                socket.receive(packet);
                return new String(packet.getData(), 0, packet.getLength()).trim();
            }
        };
        if (!dials) System.out.println("listening on " + socket.getLocalPort());
        if (dials) packet.setSocketAddress(new InetSocketAddress("localhost", port));
        if (dials && me == 'B') socket.send(new DatagramPacket("hello".getBytes(), 5, packet.getSocketAddress()));
        if (!dials && me == 'R') comm.receive(); // somebody knocks
        return comm;
    }

    static List<String> turns(char me) {
        List<String> list = new ArrayList<>();
        for (int from = 0; from < 100; from++) {
            if (board[from / 10][from % 10] != me) continue;
            board[from / 10][from % 10] = '.';
            for (int to : reach(from)) for (int arrow : reach(to)) list.add(name(from) + name(to) + name(arrow));
            board[from / 10][from % 10] = me;
        }
        return list;
    }

    static String name(int square) { return "" + (char) ('A' + square / 10) + square % 10; }

    static List<Integer> reach(int square) {
        List<Integer> list = new ArrayList<>();
        for (int d = 0; d < 9; d++) {
            int x = square / 10, y = square % 10, dx = d / 3 - 1, dy = d % 3 - 1;
            if (d == 4) continue;
            for (x += dx, y += dy; x >= 0 && x < 10 && y >= 0 && y < 10 && board[x][y] == '.'; x += dx, y += dy) list.add(10 * x + y);
        }
        return list;
    }
}
