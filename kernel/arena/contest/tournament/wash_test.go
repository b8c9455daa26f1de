package tournament

import "testing"

// Results in the journal of a stranger's folder do not reach a terminal as they are.
func TestWash(t *testing.T) {
	const evil, clean = `a\u001b]0;x\u0007\u202eb`, "a ]0;x  b"
	tour := newTournament("", nil)
	if err := tour.read([]byte(`{"type":"game","id":"1","seats":[{"name":"` + evil + `"}],"winner":"` + evil + `","detail":"` + evil + `","faults":[{"kind":"` + evil + `"}]}`)); err != nil {
		t.Fatal(err)
	}
	l := tour.lines["1"]
	for _, got := range []string{l.Seats[0].Name, *l.Winner, l.Detail, string(l.Faults[0].Kind)} {
		if got != clean {
			t.Errorf("line has %q, want %q", got, clean)
		}
	}
}
