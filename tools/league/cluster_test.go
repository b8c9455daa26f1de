package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// member is a server of a cluster, a process on this machine.
type member struct {
	args []string
	cmd  *exec.Cmd
}

// serveMember is the program of a member: NAME PORT PORT-OF-THE-CLUSTER ROUTES DIR.
func serveMember(args []string) error {
	port, err1 := strconv.Atoi(args[1])
	cluster, err2 := strconv.Atoi(args[2])
	s, err3 := server.NewServer(&server.Options{
		ServerName: args[0], Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: args[4], NoSigs: true, NoLog: true, MaxPayload: maxPayload,
		Cluster: server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: cluster}, Routes: server.RoutesFromStr(args[3]),
	})
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	s.Start()
	s.WaitForShutdown()
	return nil
}

func (m *member) start(t *testing.T) {
	t.Helper()
	m.cmd = exec.Command(filepath.Join(programs(t, "member"), "member"), m.args...)
	m.cmd.Stderr = t.Output()
	if err := m.cmd.Start(); err != nil {
		t.Fatal(err)
	}
}

func (m *member) kill() {
	m.cmd.Process.Kill()
	m.cmd.Wait()
}

// freePorts returns ports of this machine that nobody uses now.
func freePorts(t *testing.T, n int) (ports []int) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

// newCluster starts three servers that know each other, and returns the URLs of all.
func newCluster(t *testing.T) (list []*member, urls string) {
	t.Helper()
	ports := freePorts(t, 6)
	var routes, clients []string
	for n := range 3 {
		routes = append(routes, fmt.Sprintf("nats://127.0.0.1:%d", ports[n]))
		clients = append(clients, fmt.Sprintf("nats://127.0.0.1:%d", ports[3+n]))
	}
	for n := range 3 {
		m := &member{args: []string{fmt.Sprint("n", n), fmt.Sprint(ports[3+n]), fmt.Sprint(ports[n]), strings.Join(routes, ","), t.TempDir()}}
		m.start(t)
		list = append(list, m)
	}
	t.Cleanup(func() {
		for _, m := range list {
			m.kill()
		}
	})
	return list, strings.Join(clients, ",")
}

// Servers that start together need some time to find each other. A refusal for another reason is final.
func TestClusterGathers(t *testing.T) {
	for reason, want := range map[string]int{"peer offline": 3, "no suitable tag": 1} {
		refused := &jetstream.APIError{Code: 400, ErrorCode: 10005, Description: "no suitable peers for placement, " + reason}
		calls := 0
		err := insist(t.Context(), func(context.Context) error {
			if calls++; calls == 3 {
				return nil
			}
			return refused
		})
		if calls != want || (err == nil) != (want == 3) {
			t.Errorf("%s: %d calls and %v, want %d", reason, calls, err, want)
		}
	}
}

// An existing cluster of three servers keeps a league while each of them is killed, one after the other.
func TestCluster(t *testing.T) {
	gametest.Long(t, "kills each of three servers and waits for their elections, for a minute")
	list, urls := newCluster(t)
	h := &house{T: t, games: programs(t, "dice")}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var said safe
	ended := make(chan int, 1)
	var errs safe
	go func() { ended <- run(ctx, []string{"serve", "--nats", urls, "--replicas", "3"}, &said, &errs) }()
	eventually(t, "the cluster has a leader and is furnished", func() bool {
		select {
		case code := <-ended:
			t.Fatalf("serve: exit code %d: %s", code, errs.String())
		default:
		}
		return strings.Contains(said.String(), "serving on nats://127.0.0.1:")
	})
	for n := range 2 {
		var log safe
		go run(ctx, []string{"worker", "--nats", urls, "--games", h.games, "--name", fmt.Sprint("w", n), "--slots", "2", "--", "--jail", "off"}, &log, &log)
	}
	far := filepath.Join(t.TempDir(), "far")
	teams := []string{"throw:ms=20", "b=throw:ms=20", "c=throw", "d=throw", "--seed", "7", "--pairs", "10"}
	over, played := make(chan string, 1), &safe{}
	go func() {
		var out safe
		code := run(ctx, append([]string{"run", "--nats", urls, "--games", h.games, "--name", "cup", "--dir", far, "--ahead", "8", "--game", "dice", "--"}, teams...), &out, played)
		over <- fmt.Sprintf("exit code %d\n%s%s", code, out.String(), played.String())
	}()
	b, err := dial(urls, "", "test")
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	games := func() int {
		n, err := b.count(ctx, results, resultSubject("cup", "*"))
		if err != nil {
			return -1 // no leader for a moment
		}
		return n
	}
	for n, m := range list {
		before := 0
		eventually(t, "games are played", func() bool { before = games(); return before > 10*n })
		m.kill()
		eventually(t, "games are played without server "+fmt.Sprint(n), func() bool { return games() > before+5 || len(over) > 0 })
		m.start(t)
		eventually(t, "the server that died knows all again", func() bool { return copies(ctx, b, results) == 3 && copies(ctx, b, jobs) == 3 })
	}
	if said := <-over; !strings.Contains(said, "exit code 0") {
		t.Errorf("run says\n%s", said)
	}
	local := filepath.Join(t.TempDir(), "local")
	h.dice(append([]string{"tournament", "run", "--dir", local}, teams...)...)
	h.same(local, far, 120)
	cancel()
	if code := <-ended; code != 0 {
		t.Errorf("serve: exit code %d: %s", code, errs.String())
	}
}

// copies returns how many servers have a complete copy of a stream.
func copies(ctx context.Context, b *bus, stream string) (n int) {
	s, err := b.Stream(ctx, stream)
	if err != nil || s.CachedInfo().Cluster == nil || s.CachedInfo().Cluster.Leader == "" {
		return 0
	}
	for _, r := range s.CachedInfo().Cluster.Replicas {
		if r.Current && !r.Offline {
			n++
		}
	}
	return n + 1
}

// Flags for a cluster are refused for the server of this program, and the other way round.
func TestClusterFlags(t *testing.T) {
	for args, want := range map[string]string{
		"serve --replicas 2":                        "flag --replicas: 2: want 1, 3 or 5",
		"serve --replicas 3":                        "flag --replicas: the server of this program is a single one",
		"serve --creds x":                           "flag --creds: only with --nats URL",
		"serve --nats nats://127.0.0.1:1 --dir x":   "flag --dir: only for the server of this program",
		"serve --nats nats://x --creds nowhere.crd": "flag --creds: open nowhere.crd",
		"serve --nats nats://127.0.0.1:1 --host x":  "flag --host: only for the server of this program",
		"serve --nats nats://127.0.0.1:1 --public":  "flag --public: want --web with it",
	} {
		var out, errs safe
		if code := run(t.Context(), strings.Fields(args), &out, &errs); code != 2 || !strings.Contains(errs.String(), want) {
			t.Errorf("league %s: exit code %d, want 2 and %q:\n%s", args, code, want, errs.String())
		}
	}
}
