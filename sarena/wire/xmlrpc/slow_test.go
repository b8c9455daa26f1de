package xmlrpc

import (
	"strings"
	"testing"
	"time"
)

// TestParseInLinearTime parses documents for which a careless parser takes minutes.
func TestParseInLinearTime(t *testing.T) {
	fill := func(before, part, after string) string {
		return before + strings.Repeat(part, (maxDocument-len(before)-len(after))/len(part)) + after
	}
	var names strings.Builder
	for i := range 40_000 {
		names.WriteString("<name>" + strings.Repeat("a", i%7) + string(rune('a'+i%26)) + string(rune(0x4e00+i%20000)) + "</name><nil/>")
	}
	for name, document := range map[string]string{
		"references":              fill("<params><value>", "&lt;", "</value></params>"),
		"references in attribute": fill("<params a='", "&lt;", "'/>"),
		"nesting":                 fill("", "<a>", ""),
		"arrays":                  fill("<params>", "<array>", ""),
		"names":                   "<params><struct>" + names.String() + "</struct></params>",
		"entities":                fill("<!DOCTYPE a [<!ENTITY x ''>]><params>", "&x;", "</params>"),
		"declarations":            fill("<!DOCTYPE a [", "<!ENTITY x ''>", "]><params/>"),
		"comments":                fill("<params>", "<!---->", "</params>"),
		"attributes":              fill("<params", " a", "/>"),
		"quotes":                  fill("<!DOCTYPE a [<!ELEMENT ", "''", ">]><params/>"),
	} {
		began := time.Now()
		Parse([]byte(document))
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%s take %v", name, took)
		}
	}
}
