//go:build !playground

package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log"
	"maps"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/mdns"
	"github.com/miekg/dns"

	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/pelita/wire"
)

const (
	serviceType = "_pelita-player._tcp" // as the original announces teams
	scanTeam    = "SCAN"                // the team name that asks for a scan
	scanTime    = 5 * time.Second
	maxFound    = 100 // largest number of teams in a scan
)

// noLog is a logger for a library that logs what strangers send.
var noLog = log.New(io.Discard, "", 0)

// announcement answers programs that look for teams in the local network.
type announcement struct{ servers []*mdns.Server }

// zones are the records of several services.
type zones []mdns.Zone

func (z zones) Records(q dns.Question) (list []dns.RR) {
	for _, zone := range z {
		list = append(list, zone.Records(q)...)
	}
	return list
}

// label makes a text one label of a DNS name, of at most 63 bytes, and escapes the characters that the reader unescapes.
func label(text string) string {
	for len(text) > 60 {
		runes := []rune(text)
		text = string(runes[:len(runes)-1])
	}
	var b strings.Builder
	for _, r := range text {
		if strings.ContainsRune(`. '@;()"\`, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// announce announces teams at HOST:PORT until the announcement is closed. teams are names by path.
func announce(advertise string, teams map[string]string) (*announcement, error) {
	host, text, err := net.SplitHostPort(advertise)
	if err != nil {
		return nil, err
	}
	port, err := strconv.Atoi(text)
	if err != nil || port < 1 || port > 65535 {
		return nil, fmt.Errorf("%q: want HOST[:PORT]", advertise)
	}
	ips, err := net.LookupIP(host)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(ips, net.IP.IsUnspecified) {
		return nil, fmt.Errorf("%q is not the address of a machine", host)
	}
	z, err := records(ips, port, teams)
	if err != nil {
		return nil, err
	}
	a := &announcement{}
	for _, i := range interfaces() {
		server, problem := mdns.NewServer(&mdns.Config{Zone: z, Iface: i, Logger: noLog})
		if problem != nil {
			err = problem
			continue
		}
		a.servers = append(a.servers, server)
	}
	if len(a.servers) == 0 {
		return nil, cmp.Or(err, fmt.Errorf("no network here takes announcements"))
	}
	return a, nil
}

// records are the records about teams at an address; teams are names by path.
func records(ips []net.IP, port int, teams map[string]string) (z zones, err error) {
	names := map[string]int{}
	for n, path := range slices.Sorted(maps.Keys(teams)) {
		name := teams[path]
		instance := label(name)
		if names[instance]++; names[instance] > 1 {
			instance += fmt.Sprintf("-%d", names[instance]-1)
		}
		// Each team has its own host name: a reader may take two teams of one host for the same team.
		self := fmt.Sprintf("pelita-%s-%d-%d.local.", strings.NewReplacer(".", "-", ":", "-").Replace(ips[0].String()), port, n)
		service, err := mdns.NewMDNSService(instance, serviceType, "", self, port, ips,
			[]string{"team_name=" + name, "proto_version=0.2", "path=" + path})
		if err != nil {
			return nil, err
		}
		z = append(z, service)
	}
	return z, nil
}

// Close ends an announcement; it does nothing if a is nil.
func (a *announcement) Close() {
	if a != nil {
		for _, s := range a.servers {
			s.Shutdown()
		}
	}
}

// interfaces are this machine's network interfaces that can multicast.
func interfaces() (list []*net.Interface) {
	all, err := net.Interfaces()
	for i := range all {
		if err == nil && all[i].Flags&net.FlagUp != 0 && all[i].Flags&net.FlagMulticast != 0 {
			list = append(list, &all[i])
		}
	}
	if list == nil {
		list = []*net.Interface{nil} // let the system choose
	}
	return list
}

// scan looks for teams in the local network and returns their names by URL.
func scan(ctx context.Context) (map[string]string, error) {
	found := make(chan *mdns.ServiceEntry, maxFound)
	var queries sync.WaitGroup
	var mu sync.Mutex
	var failure error
	asked := 0
	for _, i := range interfaces() {
		queries.Go(func() {
			p := mdns.DefaultParams(serviceType)
			p.Entries, p.Interface, p.Timeout, p.Logger = found, i, scanTime, noLog
			err := mdns.QueryContext(ctx, p)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				failure = err
			} else {
				asked++
			}
		})
	}
	go func() {
		queries.Wait()
		close(found)
	}()
	servers := map[string]map[string]string{}
	for e := range found {
		if u, name := teamOf(e); u != nil && (len(servers) < maxFound || servers[u.Host] != nil) {
			if servers[u.Host] == nil {
				servers[u.Host] = map[string]string{}
			}
			servers[u.Host][u.String()] = name
		}
	}
	if asked == 0 && failure != nil {
		return nil, failure
	}
	return askServers(ctx, servers), ctx.Err()
}

// askServers adds the other teams of each server, which are names by URL, by server: a server's answer in the network may hold
// many teams, of which the library returns one; the server itself lists them all.
func askServers(ctx context.Context, servers map[string]map[string]string) map[string]string {
	teams := map[string]string{}
	var mu sync.Mutex
	var scans sync.WaitGroup
	for host, announced := range servers {
		scans.Go(func() {
			if told, err := wire.Scan(ctx, remotePrefix+host); err == nil {
				announced = told
			}
			mu.Lock()
			defer mu.Unlock()
			for url, name := range announced {
				teams[url] = clean.Line(name, 40)
			}
		})
	}
	scans.Wait()
	return teams
}

// teamOf reads an announcement from the network; u is nil if it is not a team.
func teamOf(e *mdns.ServiceEntry) (u *url.URL, name string) {
	host := ""
	switch {
	case e.AddrV4 != nil:
		host = e.AddrV4.String()
	case e.AddrV6IPAddr != nil:
		host = e.AddrV6IPAddr.IP.String()
	}
	path := ""
	for _, field := range e.InfoFields {
		if value, found := strings.CutPrefix(field, "team_name="); found {
			name = clean.Line(value, 40)
		}
		if value, found := strings.CutPrefix(field, "path="); found {
			path = value
		}
	}
	if host == "" || e.Port < 1 || e.Port > 65535 || !strings.HasPrefix(path, "/") || !strings.Contains(e.Name, serviceType) {
		return nil, ""
	}
	if e.Port != wire.Port {
		host = net.JoinHostPort(host, strconv.Itoa(e.Port))
	} else if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	u, err := url.Parse(remotePrefix + host + path)
	if err != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, ""
	}
	return u, name
}
