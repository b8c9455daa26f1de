// A client as one on the library of the original for C#: its threads, its reads, and koala-serializer's own classes.
//
//   mono Client.exe PORT TEAM
//
// It turns where it can, breaks walls when it must, and prints how the game ended. What that library dies of, it dies of.
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.IO;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;
using System.Threading;
using KS;
using KS.Commands;
using KS.Messages;
using KS.Models;

static class Client
{
    static readonly int[,] steps = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    static readonly Encoding latin = Encoding.GetEncoding("ISO-8859-1");
    static readonly BlockingCollection<KSObject> commands = new BlockingCollection<KSObject>();
    static SslStream stream;
    static string mySide;
    static volatile int cycle;

    static void Main(string[] args)
    {
        var client = new TcpClient("127.0.0.1", int.Parse(args[0]));
        stream = new SslStream(client.GetStream(), false, (sender, certificate, chain, errors) => true);
        stream.AuthenticateAsClient("127.0.0.1");
        Send(new JoinOfflineGame { TeamNickname = args[1], AgentName = "0" });
        Console.WriteLine(stream.SslProtocol);
        for (var snapshots = 0;;)
        {
            var message = new Message();
            message.Deserialize(Receive());
            var payload = latin.GetBytes(message.Payload);
            switch (message.Type)
            {
                case "ClientJoined":
                    var joined = new ClientJoined();
                    joined.Deserialize(payload);
                    if (joined.Joined != true || !joined.Sides.ContainsKey(joined.SideName)) throw new IOException("refused");
                    mySide = joined.SideName;
                    break;
                case "AgentJoined":
                    new AgentJoined().Deserialize(payload);
                    break;
                case "AgentLeft":
                    new AgentLeft().Deserialize(payload);
                    break;
                case "StartGame":
                    new StartGame().Deserialize(payload);
                    Start(() => { for (;;) Send(commands.Take()); });
                    break;
                case "RealtimeSnapshot":
                    var snapshot = new RealtimeSnapshot();
                    snapshot.Deserialize(payload);
                    var world = new World();
                    world.Deserialize(latin.GetBytes(snapshot.WorldPayload));
                    cycle = (int)snapshot.CurrentCycle;
                    snapshots++;
                    Start(() => Decide(world));
                    break;
                case "EndGame":
                    var end = new EndGame();
                    end.Deserialize(payload);
                    Console.WriteLine("snapshots " + snapshots);
                    Console.WriteLine("Winner side: " + (end.WinnerSidename ?? "draw"));
                    foreach (var sides in end.Details.Values)
                        foreach (var side in sides) Console.WriteLine(side.Key + " -> " + side.Value);
                    Environment.Exit(0);
                    break;
                default:
                    throw new IOException("unknown message " + message.Type);
            }
        }
    }

    static void Start(ThreadStart work)
    {
        new Thread(work) { IsBackground = true }.Start();
    }

    static void Send(KSObject o)
    {
        var body = new Message { Type = o.Name(), Payload = latin.GetString(o.Serialize()) }.Serialize();
        var frame = new List<byte>(BitConverter.GetBytes(body.Length));
        frame.AddRange(body);
        stream.Write(frame.ToArray());
    }

    static byte[] Receive()
    {
        var size = new byte[4];
        if (stream.Read(size, 0, 4) != 4) throw new IOException("no whole header in one read");
        var body = new byte[BitConverter.ToInt32(size, 0)];
        for (int n = 0, more; n < body.Length; n += more)
            if ((more = stream.Read(body, n, body.Length - n)) == 0) throw new EndOfStreamException();
        return body;
    }

    static void Command(KSObject o)
    {
        commands.Add(new RealtimeCommand { Type = o.Name(), Payload = latin.GetString(o.Serialize()), Cycle = (uint)cycle });
    }

    static void Decide(World world)
    {
        var me = world.Agents[mySide];
        int x = (int)me.Position.X, y = (int)me.Position.Y, ahead = (int)me.Direction, best = -1;
        if (world.Board[y][x] == ECell.AreaWall) return; // crashed
        var met = ECell.AreaWall;
        foreach (var turn in new[] {1, 3, 0})
        {
            var d = (ahead + turn) % 4;
            var cell = (ECell)world.Board[y + steps[d, 1]][x + steps[d, 0]];
            if (cell == ECell.AreaWall || best >= 0 && (met == ECell.Empty || cell != ECell.Empty)) continue;
            best = d;
            met = cell;
        }
        if (best >= 0 && met != ECell.Empty && me.WallBreakerCooldown == 0) Command(new ActivateWallBreaker());
        if (best >= 0 && best != ahead) Command(new ChangeDirection { Direction = (ECommandDirection)best });
    }
}
