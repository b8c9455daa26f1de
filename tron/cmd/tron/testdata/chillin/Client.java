// A client as one on the library of the original for Java: its threads, its reads, and koala-serializer's own classes.
//
//   java Client PORT TEAM
//
// It turns where it can, breaks walls when it must, and prints how the game ended. What that library dies of, it dies of.
import java.io.*;
import java.nio.*;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.*;
import java.util.concurrent.*;
import javax.net.ssl.*;
import ks.KSObject;
import ks.commands.*;
import ks.messages.*;
import ks.models.*;

public class Client {
    static final int[][] STEPS = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    static SSLSocket socket;
    static BlockingQueue<RealtimeCommand> commands = new LinkedBlockingQueue<>();
    static String mySide;
    static volatile int cycle;
    static volatile boolean running;

    public static void main(String[] args) throws Exception {
        TrustManager[] all = {new X509TrustManager() {
            public X509Certificate[] getAcceptedIssuers() { return null; }
            public void checkClientTrusted(X509Certificate[] chain, String kind) {}
            public void checkServerTrusted(X509Certificate[] chain, String kind) {}
        }};
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, all, new SecureRandom());
        socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", Integer.parseInt(args[0]));
        JoinOfflineGame join = new JoinOfflineGame();
        join.setTeamNickname(args[1]);
        join.setAgentName("0");
        send(join);
        System.out.println(socket.getSession().getProtocol());
        for (int snapshots = 0;;) {
            Message message = new Message();
            message.deserialize(receive());
            byte[] payload = message.getPayload().getBytes(StandardCharsets.ISO_8859_1);
            switch (message.getType()) {
            case "ClientJoined":
                ClientJoined joined = new ClientJoined();
                joined.deserialize(payload);
                if (!joined.getJoined() || !joined.getSides().containsKey(joined.getSideName())) throw new IOException("refused");
                mySide = joined.getSideName();
                break;
            case "AgentJoined":
                new AgentJoined().deserialize(payload);
                break;
            case "AgentLeft":
                new AgentLeft().deserialize(payload);
                break;
            case "StartGame":
                new StartGame().deserialize(payload);
                start(() -> {
                    for (;;) send(commands.take());
                });
                break;
            case "RealtimeSnapshot":
                RealtimeSnapshot snapshot = new RealtimeSnapshot();
                snapshot.deserialize(payload);
                World world = new World();
                world.deserialize(snapshot.getWorldPayload().getBytes(StandardCharsets.ISO_8859_1));
                cycle = snapshot.getCurrentCycle();
                running = true;
                snapshots++;
                start(() -> {
                    decide(world);
                    return null;
                });
                break;
            case "EndGame":
                EndGame end = new EndGame();
                end.deserialize(payload);
                System.out.println("snapshots " + snapshots);
                System.out.println("Winner side: " + (end.getWinnerSidename() == null ? "draw" : end.getWinnerSidename()));
                for (Map<String, String> sides : end.getDetails().values())
                    for (String side : sides.keySet()) System.out.println(side + " -> " + sides.get(side));
                System.exit(0);
            default:
                throw new IOException("unknown message " + message.getType());
            }
        }
    }

    static void start(Callable<Void> work) {
        Thread thread = new Thread(() -> {
            try {
                work.call();
            } catch (Exception e) {
                e.printStackTrace();
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    static void send(KSObject object) throws IOException {
        Message message = new Message();
        message.setType(object.name());
        message.setPayload(new String(object.serialize(), StandardCharsets.ISO_8859_1));
        byte[] body = message.serialize();
        socket.getOutputStream().write(
            ByteBuffer.allocate(4 + body.length).order(ByteOrder.LITTLE_ENDIAN).putInt(body.length).put(body).array());
    }

    static byte[] receive() throws IOException {
        InputStream in = socket.getInputStream();
        byte[] size = new byte[4];
        if (in.read(size) != 4) throw new IOException("no whole header in one read");
        byte[] body = new byte[ByteBuffer.wrap(size).order(ByteOrder.LITTLE_ENDIAN).getInt()];
        for (int n = 0, more; n < body.length; n += more)
            if ((more = in.read(body, n, body.length - n)) < 0) throw new EOFException();
        return body;
    }

    static void command(KSObject object) {
        RealtimeCommand command = new RealtimeCommand();
        command.setType(object.name());
        command.setPayload(new String(object.serialize(), StandardCharsets.ISO_8859_1));
        command.setCycle(cycle);
        commands.add(command);
    }

    static void decide(World world) {
        Agent me = world.getAgents().get(mySide);
        int x = me.getPosition().getX(), y = me.getPosition().getY();
        if (world.getBoard().get(y).get(x) == ECell.AreaWall) return; // crashed
        int ahead = me.getDirection().getValue(), best = -1;
        ECell met = ECell.AreaWall;
        for (int turn : new int[] {1, 3, 0}) {
            int[] step = STEPS[(ahead + turn) % 4];
            ECell cell = world.getBoard().get(y + step[1]).get(x + step[0]);
            if (cell == ECell.AreaWall || met == ECell.Empty || cell != ECell.Empty && best >= 0) continue;
            best = (ahead + turn) % 4;
            met = cell;
        }
        if (best >= 0 && met != ECell.Empty && me.getWallBreakerCooldown() == 0) command(new ActivateWallBreaker());
        if (best < 0 || best == ahead) return;
        ChangeDirection change = new ChangeDirection();
        change.setDirection(ECommandDirection.of((byte) best));
        command(change);
    }
}
