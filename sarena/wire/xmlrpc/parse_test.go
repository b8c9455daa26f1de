package xmlrpc

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/gridiron-games/gridiron/sarena/wire/python"
)

// TestParse lists what Python's parser tolerates, a row each.
func TestParse(t *testing.T) {
	params := func(inside string) string { return "<a><params>" + inside + "</params></a>" }
	for _, tt := range []struct{ name, document, want string }{
		{"a turn", params("<param><value><array><data><value><int>0</int></value><value><i4>1</i4></value></data></array></value></param>"), "([0, 1],)"},
		{"text alone is a string", params("<value> a b </value>"), "(' a b ',)"},
		{"an empty value", params("<value/>"), "('',)"},
		{"text beside a typed value is lost", params("<value>x<int>1</int>y</value>"), "(1,)"},
		{"several values", params("<value><int>1</int><int>2</int></value>"), "(1, 2)"},
		{"prefixes are dropped", params("<ex:value><ex:nil/></ex:value>"), "(None,)"},
		{"attributes are forgotten", params(`<value x="1" y='&lt;'>z</value>`), "('z',)"},
		{"CDATA and comments", params("<value>a<![CDATA[<]]><!-- c -->b</value>"), "('a<b',)"},
		{"references", params("<value>&lt;&#65;&#x42;&amp;&apos;&quot;&gt;</value>"), `('<AB&\'">',)`},
		{"ends of lines", params("<value>a\r\nb\rc</value>"), "('a\\nb\\nc',)"},
		{"unknown elements elsewhere", params("<foo><value><int>1</int></value></foo>"), "(1,)"},
		{"a struct, the last name wins", params("<struct><name>a</name><int>1</int><name>a</name><int>2</int></struct>"), "({'a': 2},)"},
		{"base64 with noise", params("<base64>Q U!JD\n</base64><base64>QQ==xyz</base64>"), "(<Binary>, <Binary>)"},
		{"numbers", params("<int>+1_0</int><double>1e3</double><boolean>1</boolean><bigdecimal>1e5</bigdecimal>"),
			"(10, 1000.0, True, Decimal('1E+5'))"},
		{"no values", "<params/>", "()"},
		{"a call", "<methodName>play</methodName>", "()"},
		{"a declaration", "<?xml version=\"1.0\" encoding='UTF-8' standalone=\"no\"?>\n<params/>\n<!-- z -->\n<?p q?>", "()"},
		{"space without a declaration", " \n<params/>", "()"},
		{"a byte order mark", "\uFEFF<params/>", "()"},
		{"Latin-1", "<?xml version='1.0' encoding='iso-8859-1'?><params><value>\xe9</value></params>", "('é',)"},
		{"UTF-16", wide(params("<value>é</value>")), "('é',)"},
	} {
		d, err := Parse([]byte(tt.document))
		if got := python.Repr(python.Tuple(d.Params)); err != nil || got != tt.want {
			t.Errorf("%s: %s, %v, want %s", tt.name, got, err, tt.want)
		}
	}
}

func wide(text string) string {
	b := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(text)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return string(b)
}

// TestParseRefuses lists what cannot be read, and why.
func TestParseRefuses(t *testing.T) {
	bomb := `<!DOCTYPE a [<!ENTITY a "` + strings.Repeat("x", 1000) + `">`
	for c := 'b'; c < 'k'; c++ {
		bomb += "<!ENTITY " + string(c) + ` "` + strings.Repeat("&"+string(c-1)+";", 10) + `">`
	}
	for _, tt := range []struct{ name, document, want string }{
		{"nothing", "", "no element found: line 1, column 0"},
		{"text", "plain", "syntax error: line 1, column 0"},
		{"HTML", "<html><body>hi</body></html>", "no element params"},
		{"a declaration behind a blank", "\n<?xml version='1.0'?><params/>", "not at start of entity: line 2"},
		{"an unknown encoding", "<?xml version='1.0' encoding='klingon'?><params/>", "unknown encoding"},
		{"no ASCII", "<?xml version='1.0' encoding='us-ascii'?><params><value>\xe9</value></params>", "invalid token"},
		{"no UTF-8", "<params>\xff</params>", "invalid token"},
		{"a second element", "<params/><params/>", "junk after document element"},
		{"text behind the root", "<params/>x", "junk after document element"},
		{"no end", "<params>\n<value>", "no element found: line 2, column 7"},
		{"the wrong end", "<params></param>", "mismatched tag"},
		{"a control character", "<params>\x01</params>", "invalid token"},
		{"a tag in an attribute", "<params a='<'/>", "invalid token"},
		{"an unknown entity", "<params>&x;</params>", "undefined entity"},
		{"]]> in text", "<params>]]></params>", "invalid token"},
		{"CDATA outside", "<![CDATA[x]]><params/>", "syntax error"},
		{"a billion laughs, or any entity of a document type", bomb + `]><params>&j;</params>`, "undefined entity"},
		{"an unknown type", "<params><value><foo>1</foo></value></params>", `unknown tag "foo"`},
		{"no number", "<params><int>x</int></params>", `element int: "x" is not a value of it`},
		{"an empty number", "<params><int/></params>", `element int: "" is not a value of it`},
		{"a boolean in words", "<params><boolean>true</boolean></params>", "element boolean"},
		{"bad base64", "<params><base64>QQ</base64></params>", "element base64"},
		{"a name without a value", "<params><struct><name>a</name></struct></params>", "without a value"},
		{"a name that is a list", "<params><struct><array/><int>1</int></struct></params>", "a name in a struct is a list"},
		{"a fault that is text", "<fault><value>x</value></fault>", "a fault that is a str"},
		{"a fault without a code", "<fault><struct><name>faultString</name><value>x</value></struct></fault>", "without faultCode"},
		{"an empty fault", "<fault/>", "a fault without a value"},
		{"too much", "<params>" + strings.Repeat(" ", maxDocument) + "</params>", "longer than a mebibyte"},
	} {
		_, err := Parse([]byte(tt.document))
		var fault *Fault
		if err == nil || errors.As(err, &fault) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

func TestParseFault(t *testing.T) {
	_, err := Parse(appendFault(nil, "<class 'ValueError'>:boom"))
	if want := `<Fault 1: "<class 'ValueError'>:boom">`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// FuzzParse also writes again what was read, where it can be written.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"<?xml version='1.0'?><methodResponse><params><param><value><array><data><value><int>1</int></value></data></array></value></param></params></methodResponse>",
		`<!DOCTYPE a [<!ENTITY x "1">]><params a="&lt;"><struct><name>a</name><double>1.5</double></struct></params>`,
		"<fault><struct><name>faultCode</name><int>1</int><name>faultString</name><value>x</value></struct></fault>", wide("<params/>"),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, document []byte) {
		d, err := Parse(document)
		if err != nil || len(d.Params) != 1 {
			return
		}
		text, err := AppendReply(nil, d.Params[0])
		if err != nil || strings.ContainsRune(string(text), '\r') {
			return
		}
		again, err := Parse(text)
		if want, got := python.Repr(d.Params[0]), python.Repr(python.Tuple(again.Params)); err != nil || got != "("+want+",)" {
			t.Errorf("%s: %v, want %s", got, err, want)
		}
	})
}
