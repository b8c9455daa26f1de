// A client as one on the library of the original for C++: Qt's sockets, and koala-serializer's own classes.
//
//   client PORT TEAM
//
// It turns where it can, breaks walls when it must, and prints how the game ended.
#include <QCoreApplication>
#include <QSslConfiguration>
#include <QSslSocket>
#include <QtEndian>
#include <iostream>
#include <thread>

#include "commands.h"
#include "messages.h"
#include "models.h"

using namespace ks;
using namespace ks::messages;
using ks::models::ECell;

static const int steps[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};

template <class T> static T parse(const std::string &bytes) {
    T object;
    object.deserialize(bytes);
    return object;
}

[[noreturn]] static void fail(const std::string &what) {
    std::cerr << what << std::endl;
    std::_Exit(1);
}

struct Client {
    QSslSocket socket;
    std::string mySide;
    int snapshots = 0;
    std::vector<std::thread> deciding;

    void send(const KSObject &object) {
        Message message;
        message.type(object.name());
        message.payload(object.serialize());
        std::string body = message.serialize();
        quint32 size = qToLittleEndian<quint32>(body.size());
        socket.write(QByteArray((const char *)&size, 4) + QByteArray(body.data(), body.size()));
    }

    // command is called by a thread that decides; only the main one may use the socket.
    void command(const KSObject &object, unsigned int cycle) {
        RealtimeCommand command;
        command.type(object.name());
        command.payload(object.serialize());
        command.cycle(cycle);
        QMetaObject::invokeMethod(&socket, [this, command] { send(command); });
    }

    void read() {
        quint32 size;
        while (socket.peek((char *)&size, 4) == 4 && socket.bytesAvailable() >= 4 + (size = qFromLittleEndian(size))) {
            socket.read(4);
            hear(parse<Message>(socket.read(size).toStdString()));
        }
    }

    void hear(const Message &message) {
        if (message.type() == "ClientJoined") {
            auto joined = parse<ClientJoined>(message.payload());
            if (!joined.joined() || !joined.sides().count(joined.sideName())) fail("refused");
            mySide = joined.sideName();
        } else if (message.type() == "RealtimeSnapshot") {
            auto snapshot = parse<RealtimeSnapshot>(message.payload());
            auto world = parse<models::World>(snapshot.worldPayload());
            snapshots++;
            deciding.emplace_back([=] { decide(world, snapshot.currentCycle()); });
        } else if (message.type() == "EndGame") {
            auto end = parse<EndGame>(message.payload());
            for (auto &thread : deciding) thread.join();
            std::cout << "snapshots " << snapshots << "\nWinner side: " << (end.has_winnerSidename() ? end.winnerSidename() : "draw") << "\n";
            for (auto &detail : end.details())
                for (auto &side : detail.second) std::cout << side.first << " -> " << side.second << "\n";
            QCoreApplication::quit();
        }
    }

    void decide(const models::World &world, unsigned int cycle) {
        auto me = world.agents().at(mySide);
        auto &board = world.ref_board();
        int x = me.position().x(), y = me.position().y(), ahead = (int)me.direction(), best = -1;
        if (board[y][x] == ECell::AreaWall) return; // crashed
        ECell met = ECell::AreaWall;
        for (int turn : {1, 3, 0}) {
            int d = (ahead + turn) % 4;
            ECell cell = board[y + steps[d][1]][x + steps[d][0]];
            if (cell == ECell::AreaWall || (best >= 0 && (met == ECell::Empty || cell != ECell::Empty))) continue;
            best = d;
            met = cell;
        }
        if (best >= 0 && met != ECell::Empty && me.wallBreakerCooldown() == 0) command(commands::ActivateWallBreaker(), cycle);
        if (best < 0 || best == ahead) return;
        commands::ChangeDirection change;
        change.direction((commands::ECommandDirection)best);
        command(change, cycle);
    }
};

int main(int argc, char **argv) {
    QCoreApplication app(argc, argv);
    Client client;
    QSslSocket &socket = client.socket;
    QObject::connect(&socket, QOverload<const QList<QSslError> &>::of(&QSslSocket::sslErrors), [&] { socket.ignoreSslErrors(); });
    QObject::connect(&socket, &QSslSocket::readyRead, [&] { client.read(); });
    QObject::connect(&socket, &QSslSocket::disconnected, [&] { fail("the connection was closed"); });
    socket.connectToHostEncrypted("127.0.0.1", QString(argv[1]).toInt());
    if (!socket.waitForEncrypted()) fail(socket.errorString().toStdString());
    std::cout << "TLS " << socket.sessionProtocol() << std::endl;
    JoinOfflineGame join;
    join.teamNickname(argv[2]);
    join.agentName("0");
    client.send(join);
    int code = app.exec();
    socket.blockSignals(true);
    return code;
}
