package wire

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/wire/zmtp"
)

// Port is the default port of servers of teams.
const Port = 41736

// Scheme begins the names of teams at a server.
const Scheme = "pelita://"

// remoteAddress reads pelita://HOST[:PORT][/PATH] and returns the server's address and the whole URL, port included.
func remoteAddress(spec string) (address, full string, err error) {
	u, err := url.Parse(spec)
	if err != nil || u.Scheme != "pelita" || u.Hostname() == "" || !isToken.MatchString(u.RawQuery) || u.Fragment != "" {
		return "", "", fmt.Errorf("want %sHOST[:PORT]/TEAM[?token=TOKEN or @FILE]", Scheme)
	}
	port := u.Port()
	if port == "" {
		port = strconv.Itoa(Port)
	}
	address = net.JoinHostPort(u.Hostname(), port)
	full = Scheme + address + u.EscapedPath()
	if u.RawQuery != "" {
		full += "?" + u.RawQuery
	}
	return address, full, nil
}

// isToken matches what may follow the path of a team.
var isToken = regexp.MustCompile(`^(token=[^&]+)?$`)

// NewRemote returns a player for a team at a server, pelita://HOST[:PORT]/TEAM. Without a TEAM the server chooses.
func NewRemote(spec string, o Options) (*Team, error) {
	address, full, err := remoteAddress(spec)
	if err != nil {
		return nil, err
	}
	t := &Team{spec: full, options: o}
	t.launch = func(t *Team, _ pelita.Version) error { return t.request(address) }
	return t, nil
}

// request asks the server for the team. Servers of version 2.5 answer OK, those of version 2.7 with the status of the player.
func (t *Team) request(address string) (err error) {
	if t.socket, err = zmtp.DialLine(zmtp.Dealer, address); err != nil {
		return err
	}
	message, err := json.Marshal(map[string]string{"REQUEST": t.spec})
	if err != nil {
		return err
	}
	ctx := context.Background()
	if err := t.connect(ctx, remoteAnswer); err != nil {
		return fmt.Errorf("no server at %s within %v", address, remoteAnswer)
	}
	var m zmtp.Message
	if err = t.line.Send(message); err == nil {
		m, err = t.line.Receive(deadline(ctx, remoteAnswer), t.watch(ctx))
	}
	if err != nil {
		return fmt.Errorf("no answer of the server at %s within %v", address, remoteAnswer)
	}
	switch answer := string(m[len(m)-1]); {
	case answer == "NOTEAM":
		return fmt.Errorf("the server at %s has no team", address)
	case answer == "NOCONN":
		return fmt.Errorf("the server at %s is full", address)
	case strings.HasPrefix(answer, "{"):
		t.protocol = pelita.V270
		return t.firstStatus(m)
	}
	t.protocol = pelita.V251
	return nil
}

// firstStatus reads the player's message with which a server of version 2.7 answers.
func (t *Team) firstStatus(m zmtp.Message) error {
	reply, err := t.parse(m)
	switch {
	case err != nil:
		return err
	case reply.Error != nil:
		return reply.failure()
	case reply.Status == nil:
		return turn.Faultf(turn.Garbled, "its first message is not a status")
	}
	t.greeted, t.name = true, reply.Data.Name
	return nil
}

// Scan asks a server, pelita://HOST[:PORT], for its teams and returns their names by URL.
func Scan(ctx context.Context, spec string) (map[string]string, error) {
	address, full, err := remoteAddress(spec)
	if err != nil {
		return nil, err
	}
	socket, err := zmtp.Dial(zmtp.Dealer, address)
	if err != nil {
		return nil, err
	}
	defer socket.Close(0)
	ctx, cancel := context.WithTimeout(ctx, remoteAnswer)
	defer cancel()
	message, err := json.Marshal(map[string]string{"SCAN": full})
	if err != nil {
		return nil, err
	}
	var m zmtp.Received
	if err = socket.Send(ctx, message); err == nil {
		m, err = socket.Receive(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("no answer of the server at %s within %v", address, remoteAnswer)
	}
	teams := map[string]string{}
	if err := json.Unmarshal(m.Parts[len(m.Parts)-1], &teams); err != nil {
		return nil, fmt.Errorf("the server at %s answers %.60q, want its teams", address, m.Parts[len(m.Parts)-1])
	}
	return teams, nil
}
