package referee

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/gridiron-games/gridiron/tron"
)

// Order is a command as records and bots in other languages write it: {"turn":"left","breaker":true}, where either may be
// missing. The keys are in the order of the commands.
type Order struct{ tron.Command }

// Moves returns the answers that have an effect, as programs get them.
func Moves(v tron.View) (orders []Order) {
	for _, c := range v.Moves() {
		orders = append(orders, Order{c})
	}
	return orders
}

// MarshalJSON writes the order as an object.
func (o Order) MarshalJSON() ([]byte, error) {
	letters := o.String()
	var parts []string
	for i := range len(letters) {
		if letters[i] == 'A' {
			parts = append(parts, `"breaker":true`)
		} else if d, ok := o.Turn(); ok {
			parts = append(parts, `"turn":"`+strings.ToLower(d.String())+`"`)
		}
	}
	return []byte("{" + strings.Join(parts, ",") + "}"), nil
}

// UnmarshalJSON reads what MarshalJSON writes, with directions in upper or lower case, and null or false for nothing. It also
// reads the letters of [tron.ParseCommand] as a string. Unknown keys beside these are ignored, as everywhere in PROTOCOL.md.
func (o *Order) UnmarshalJSON(text []byte) error {
	text = bytes.TrimSpace(text)
	o.Command = tron.Straight
	if len(text) > 0 && text[0] == '"' {
		return json.Unmarshal(text, &o.Command)
	}
	if len(text) == 0 || text[0] != '{' {
		return wrongOrder(text)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.Token() // the brace
	known := !d.More()
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		known = known || key == "turn" || key == "breaker"
		switch key {
		case "turn":
			err = o.turn(value)
		case "breaker":
			var on bool
			if err = json.Unmarshal(value, &on); err != nil {
				err = fmt.Errorf("breaker %.40s: want true or false", value)
			}
			if on {
				o.Command = o.ThenBreaker()
			}
		}
		if err != nil {
			return err
		}
	}
	if !known {
		return wrongOrder(text)
	}
	return nil
}

func wrongOrder(text []byte) error {
	return fmt.Errorf(`move %.40s: want {"turn":"left","breaker":true}, where both may be missing`, text)
}

func (o *Order) turn(value []byte) error {
	if string(value) == "null" {
		return nil
	}
	var name string
	if err := json.Unmarshal(value, &name); err == nil {
		for d := range tron.Direction(tron.Directions) {
			if strings.EqualFold(name, d.String()) {
				o.Command = o.ThenTurn(d)
				return nil
			}
		}
	}
	return fmt.Errorf("turn %.40s: want up, right, down or left", value)
}
