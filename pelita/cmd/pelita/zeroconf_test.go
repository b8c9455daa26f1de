package main

import (
	"net"
	"testing"

	"github.com/hashicorp/mdns"
	"github.com/miekg/dns"
)

// A query for the teams returns the address and the name of each announced team.
func TestAnnouncement(t *testing.T) {
	teams := map[string]string{"/Champions": "Champions", "/a.b": "a.b (c)", "/twice": "Champions"}
	z, err := records([]net.IP{net.IPv4(192, 0, 2, 7)}, 41736, teams)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, answer := range z.Records(dns.Question{Name: serviceType + ".local.", Qtype: dns.TypePTR, Qclass: dns.ClassINET}) {
		pointer, ok := answer.(*dns.PTR)
		if !ok {
			continue
		}
		packed, err := (&dns.Msg{Question: []dns.Question{{Name: pointer.Ptr, Qtype: dns.TypeANY, Qclass: dns.ClassINET}}}).Pack()
		if err != nil {
			t.Fatalf("%q: %v", pointer.Ptr, err)
		}
		var asked dns.Msg // the query for it, as it arrives from the network
		if err := asked.Unpack(packed); err != nil {
			t.Fatal(err)
		}
		e := &mdns.ServiceEntry{Name: asked.Question[0].Name}
		for _, record := range z.Records(asked.Question[0]) {
			switch r := record.(type) {
			case *dns.SRV:
				e.Port = int(r.Port)
			case *dns.TXT:
				e.InfoFields = r.Txt
			case *dns.A:
				e.AddrV4 = r.A
			}
		}
		if u, name := teamOf(e); u != nil {
			found[u.Path] = name
			if u.Host != "192.0.2.7" {
				t.Errorf("%v: want the host without its usual port", u)
			}
		}
	}
	if len(found) != len(teams) {
		t.Errorf("found %v, want %v", found, teams)
	}
	for path, name := range teams {
		if found[path] != name {
			t.Errorf("%s is called %q, want %q", path, found[path], name)
		}
	}
}

// Strangers may announce anything.
func TestTeamOf(t *testing.T) {
	good := mdns.ServiceEntry{
		Name: "x." + serviceType + ".local.", AddrV4: net.IPv4(192, 0, 2, 7), Port: 5000, InfoFields: []string{"team_name=A\x1b[31mB", "path=/A"},
	}
	if u, name := teamOf(&good); u == nil || u.String() != "pelita://192.0.2.7:5000/A" || name != "A [31mB" {
		t.Errorf("%v %q", u, name)
	}
	for what, change := range map[string]func(e *mdns.ServiceEntry){
		"no address": func(e *mdns.ServiceEntry) { e.AddrV4 = nil }, "no port": func(e *mdns.ServiceEntry) { e.Port = 0 },
		"no path": func(e *mdns.ServiceEntry) { e.InfoFields = nil }, "another service": func(e *mdns.ServiceEntry) { e.Name = "x._http._tcp.local." },
		"a path with a question": func(e *mdns.ServiceEntry) { e.InfoFields = []string{"path=/a?b"} },
		"another host":           func(e *mdns.ServiceEntry) { e.InfoFields = []string{"path=@evil/a"} },
	} {
		e := good
		change(&e)
		if u, _ := teamOf(&e); u != nil {
			t.Errorf("%s is taken for %v", what, u)
		}
	}
}
