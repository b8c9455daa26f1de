package league

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode"
)

// Forms lists the forms that Write can write.
const Forms = "text, csv, json, markdown"

// Write writes the table in one of Forms.
func (r *Report) Write(w io.Writer, form string) error {
	switch form {
	case "text":
		return r.Text(w)
	case "csv":
		return r.CSV(w)
	case "json":
		return r.JSON(w)
	case "markdown":
		return r.Markdown(w)
	}
	return fmt.Errorf("form %q: want one of %s", form, Forms)
}

// Anchor shifts all ratings so that one team has a given rating. The error names a team that does not exist or has no rating.
func (r *Report) Anchor(name string, elo float64) error {
	team := slices.Index(r.names, name)
	at := slices.IndexFunc(r.standings, func(s Standing) bool { return s.Team == team && s.Rating.Played })
	if at < 0 {
		return fmt.Errorf("no team with a rating is called %q; the teams are %s", name, strings.Join(r.names, ", "))
	}
	r.standings = slices.Clone(r.standings)
	by := elo - r.standings[at].Rating.Elo.Value
	for i := range r.standings {
		if e := &r.standings[i].Rating.Elo; r.standings[i].Rating.Played {
			e.Value, e.Low, e.High = e.Value+by, e.Low+by, e.High+by
		}
	}
	r.Remarks = append(r.Remarks, fmt.Sprintf("ratings: %s is at %s", r.names[team], digits(elo)))
	return nil
}

// Notes returns the explanations that the table needs: how places came about if that is not by points alone, bounded ratings, a
// crosstable that is too wide.
func (r *Report) Notes() (notes []string) {
	if r.tied() || r.order != Tiebreak && r.order != SwissTiebreak {
		notes = append(notes, r.order)
	}
	if slices.ContainsFunc(r.standings, func(s Standing) bool { return s.Rating.Bounded }) {
		notes = append(notes, "* alone or as a group only won, only lost or never met the rest: the rating is bounded by one drawn game against an average team")
	}
	if len(r.standings) > widest {
		notes = append(notes, fmt.Sprintf("the crosstable of more than %d teams is in CSV and JSON only", widest))
	}
	return append(notes, r.Remarks...)
}

// Text writes the table for people.
func (r *Report) Text(w io.Writer) error {
	head, rows := r.Rows()
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, row := range append([][]string{head}, rows...) {
		fmt.Fprintln(table, strings.Join(row, "\t"))
	}
	err := table.Flush()
	if notes := r.Notes(); err == nil && len(notes) > 0 {
		_, err = fmt.Fprintf(w, "\n%s\n", strings.Join(notes, "\n"))
	}
	return err
}

// Markdown writes the table for documents.
func (r *Report) Markdown(w io.Writer) error {
	head, rows := r.Rows()
	var text strings.Builder
	line := func(cells []string) {
		text.WriteByte('|')
		for _, c := range cells {
			text.WriteString(" " + escape(c) + " |")
		}
		text.WriteByte('\n')
	}
	line(head)
	text.WriteByte('|')
	for i := range head {
		if i == 1 { // the team
			text.WriteString("---|")
		} else {
			text.WriteString("---:|")
		}
	}
	text.WriteByte('\n')
	for _, row := range rows {
		line(row)
	}
	for _, note := range r.Notes() {
		text.WriteString("\n" + escape(note) + "\n")
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// escape keeps a text inside its cell and free of Markdown syntax.
func escape(text string) string {
	var b strings.Builder
	for _, c := range text {
		switch {
		case strings.ContainsRune("\\`*_{}[]<>#|~", c):
			b.WriteByte('\\')
			b.WriteRune(c)
		case unicode.IsControl(c):
			b.WriteByte(' ')
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// CSV writes the table for spreadsheets, with the crosstable: a column for each team in the order of the places.
func (r *Report) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	var head []string
	for _, c := range r.columns() {
		for _, f := range c.fields {
			head = append(head, f.name)
		}
	}
	for _, s := range r.standings {
		head = append(head, "against "+r.names[s.Team])
	}
	out.Write(head)
	for i := range r.standings {
		s := &r.standings[i]
		var row []string
		for _, c := range r.columns() {
			for _, f := range c.fields {
				row = append(row, plain(f.value(r, s)))
			}
		}
		for _, other := range r.standings {
			row = append(row, r.cross[s.Team][other.Team].words())
		}
		out.Write(row)
	}
	out.Flush()
	return out.Error()
}

// words returns the cell in a form that no spreadsheet takes for a formula or a date.
func (c Cell) words() string {
	if c.Games == 0 {
		return ""
	}
	return fmt.Sprintf("%s of %d", digits(c.Points), c.Games)
}

// cell returns a text that a program or its author chose in a form that no spreadsheet takes for a formula.
func cell(text string) string {
	if text != "" && strings.Contains("=+-@", text[:1]) {
		return "'" + text
	}
	return text
}

// plain is a value as a field of CSV.
func plain(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return cell(v)
	case map[string]int:
		var parts []string
		for _, key := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, fmt.Sprintf("%s %d", key, v[key]))
		}
		return strings.Join(parts, ", ")
	}
	return fmt.Sprint(v)
}

// against is a cell of the crosstable in JSON.
type against struct {
	Name   string  `json:"name"`
	Games  int     `json:"games"`
	Points float64 `json:"points"`
	Marks  string  `json:"marks"`
}

// JSON writes the table as one line: the number of games, the rule for equal points, and the players with those they met.
func (r *Report) JSON(w io.Writer) error {
	players := make([]json.RawMessage, 0, len(r.standings))
	for i := range r.standings {
		s := &r.standings[i]
		var row []byte
		add := func(key string, v any) error {
			value, err := json.Marshal(v)
			row = fmt.Appendf(row, ",%q:%s", key, value)
			return err
		}
		for _, c := range r.columns() {
			for _, f := range c.fields {
				if err := add(f.key, f.value(r, s)); err != nil {
					return err
				}
			}
		}
		met := []against{}
		for _, other := range r.standings {
			if c := r.cross[s.Team][other.Team]; c.Games > 0 {
				met = append(met, against{r.names[other.Team], c.Games, c.Points, c.Marks})
			}
		}
		if err := add("against", met); err != nil {
			return err
		}
		row[0] = '{'
		players = append(players, append(row, '}'))
	}
	line, err := json.Marshal(struct {
		Type    string            `json:"type"`
		Games   int               `json:"games"`
		Order   string            `json:"order"`
		Players []json.RawMessage `json:"players"`
	}{"summary", r.games, r.order, players})
	if err != nil {
		return err
	}
	_, err = w.Write(append(line, '\n'))
	return err
}
