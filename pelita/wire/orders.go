package wire

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/pelita/wire/zmtp"
)

// administer carries out an order that comes with the key, and reports the result. An order without the key gets no reply.
func (s *Server) administer(ctx context.Context, from string, r request) {
	report := func(lines ...string) {
		for _, line := range lines {
			s.note("%s", line)
		}
		body, err := json.Marshal(map[string][]string{reportKey: lines})
		if err != nil {
			panic(err) // strings only
		}
		s.router.Reply(from, body)
	}
	if subtle.ConstantTimeCompare([]byte(r.Key), []byte(s.key)) == 0 {
		s.note("refused an order without the key")
		return
	}
	s.router.Keep(from, true) // loading a team may take long
	switch {
	case r.Status == "show-stats":
		report(s.statistics()...)
	case r.Team == "ADD" && r.Spec != "":
		s.tasks.Go(func() {
			added, err := s.add(ctx, r.Spec, "")
			if err != nil {
				report(err.Error())
				return
			}
			report(fmt.Sprintf("serving %s as %s", added.spec, added.path))
		})
	default:
		s.note("refused an unknown order")
	}
}

// statistics returns lines about the games that were played.
func (s *Server) statistics() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []string{fmt.Sprintf("%d games are running", len(s.sessions))}
	for _, t := range s.teams {
		list = append(list, fmt.Sprintf("%s has played %d games", t.name, s.played[t.path]))
	}
	return list
}

// reportKey is the key of the report that our server sends an administrator. The original's server sends none.
const reportKey = "REPORT"

// Statistics asks a server, pelita://HOST[:PORT] or tcp://HOST:PORT, which games were played, and returns its lines.
func Statistics(ctx context.Context, server, key string) ([]string, error) {
	return order(ctx, server, map[string]string{"STATUS": "show-stats", "key": key})
}

// AddTeam makes a server load one more team, and returns its report.
func AddTeam(ctx context.Context, server, key, team string) ([]string, error) {
	return order(ctx, server, map[string]string{"TEAM": "ADD", "key": key, "team_spec": team})
}

// loadTime is how long a server may take to load a team.
const loadTime = 30 * time.Second

// order sends an order and waits for the report. Servers of the original show it on their own terminal: then there is no report.
func order(ctx context.Context, server string, what map[string]string) ([]string, error) {
	if rest, found := strings.CutPrefix(server, "tcp://"); found {
		server = Scheme + rest
	}
	address, _, err := remoteAddress(server)
	if err != nil {
		return nil, err
	}
	socket, err := zmtp.Dial(zmtp.Dealer, address)
	if err != nil {
		return nil, err
	}
	defer socket.Close(time.Second)
	body, err := json.Marshal(what)
	if err != nil {
		return nil, err
	}
	reach, cancel := context.WithTimeout(ctx, remoteAnswer)
	defer cancel()
	if err := socket.Send(reach, body); err != nil {
		return nil, fmt.Errorf("no server at %s within %v", address, remoteAnswer)
	}
	wait := remoteAnswer
	if what["TEAM"] != "" {
		wait = loadTime
	}
	ctx, cancel = context.WithTimeout(ctx, wait)
	defer cancel()
	m, err := socket.Receive(ctx)
	if err != nil {
		return nil, fmt.Errorf("the server at %s reports nothing: the key is wrong, or it is a server of the original, which shows the report itself", address)
	}
	var report map[string][]string
	if err := json.Unmarshal(m.Parts[len(m.Parts)-1], &report); err != nil {
		return nil, fmt.Errorf("the server at %s answers %.60q, want a report", address, m.Parts[len(m.Parts)-1])
	}
	lines := report[reportKey]
	for i := range lines {
		lines[i] = clean.Line(lines[i], maxText)
	}
	return lines, nil
}
