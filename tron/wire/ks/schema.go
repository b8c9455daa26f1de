package ks

import (
	"fmt"
	"strings"
)

// schema are the classes and enumerations of Chillin 2 and of the game, one per line: the name, the class it extends after a
// "<", and its fields in the order of the wire. An enumeration lists its values from 0, "-" for one that has no name here.
const schema = `
enum ECell: Empty AreaWall BlueWall YellowWall
enum EDirection: Up Right Down Left
enum EParent: RootObject RootCanvas
enum EBasicObject: - - - - - Light
enum EShadow: Disabled
enum EClear: - - SolidColor

class Message: type string, payload string
class JoinOfflineGame: team_nickname string, agent_name string
class JoinOnlineGame: token string, agent_name string
class ClientJoined: joined bool, side_name string, sides map<string,list<string>>
class AgentJoined: side_name string, agent_name string, team_nickname string
class AgentLeft: side_name string, agent_name string
class StartGame: start_time uint
class EndGame: winner_sidename string, details map<string,map<string,string>>
class BaseSnapshot: world_payload string
class RealtimeSnapshot < BaseSnapshot: current_cycle uint, cycle_duration float
class TurnbasedSnapshot < RealtimeSnapshot: turn_allowed_sides list<string>
class BaseCommand: type string, payload string
class RealtimeCommand < BaseCommand: cycle uint
class TurnbasedCommand < RealtimeCommand:

class Position: x int, y int
class Agent: health int, position Position, direction EDirection, wall_breaker_cooldown int, wall_breaker_rem_time int
class Constants: max_cycles int, init_health int, wall_breaker_cooldown int, wall_breaker_duration int, ` +
	`wall_score_coefficient int, area_wall_crash_score int, my_wall_crash_score int, enemy_wall_crash_score int
class World: board list<list<ECell>>, agents map<string,Agent>, scores map<string,int>, constants Constants
class ChangeDirection: direction EDirection
class ActivateWallBreaker:

class Auth: authenticated bool
class GameInfo: game_name string, sides map<string,list<string>>, gui_cycle_duration float, gui_side_colors map<string,string>
class SceneActions: action_types list<string>, action_payloads list<string>

class Asset: bundle_name string, asset_name string, index int
class Vector2: x float, y float
class Vector3: x float, y float, z float
class Vector4: x float, y float, z float, w float
class LayerMask: masks_int int, masks_string list<string>
class Action: cycle float, ref int, child_ref string, duration_cycles float
class InstantiateBundleAsset < Action: parent_ref int, parent_child_ref string, asset Asset, default_parent EParent
class CreateBasicObject < Action: parent_ref int, parent_child_ref string, type EBasicObject
class ChangeTransform < Action: position Vector3, rotation Vector3, scale Vector3, change_local bool
class ChangeRenderer < Action: enabled bool, material_asset Asset, material_index int, rendering_layer_mask uint, ` +
	`sorting_layer_id int, sorting_order int, renderer_priority int
class ChangeIsActive < Action: is_active bool
class ChangeText < Action: font_asset Asset, font_name string, text string, font_size float, alignment short, ` +
	`word_wrapping_ratios float
class ChangeSlider < Action: value float, max_value float, min_value float, direction short, background_color Vector4, ` +
	`fill_color Vector4
class ChangeAudioSource < Action: audio_clip_asset Asset, time float, mute bool, loop bool, priority int, volume float, ` +
	`spatial_blend float, play bool, stop bool
class ChangeLight < Action: type EBasicObject, range float, spot_angle float, color Vector4, intensity float, ` +
	`indirect_multiplier float, shadow_type EShadow, shadow_strength float, shadow_bias float, shadow_normal_bias float, ` +
	`shadow_near_plane float, cookie_asset Asset, cookie_size float, flare_asset Asset, culling_mask LayerMask
class ChangeCamera < Action: clear_flag EClear, background_color Vector4, culling_mask LayerMask, is_orthographic bool, ` +
	`orthographic_size float, field_of_view float, near_clip_plane float, far_clip_plane float, min_position Vector3, ` +
	`max_position Vector3, min_rotation Vector2, max_rotation Vector2, min_zoom float, max_zoom float, ` +
	`post_process_profile_asset Asset, post_process_layers LayerMask
class EndCycle:
`

type kind uint8

const (
	kindBool kind = iota
	kindShort
	kindInt
	kindUint
	kindFloat
	kindString
	kindList
	kindMap
	kindEnum
	kindClass
)

var basic = map[string]*shape{
	"bool": {kind: kindBool}, "short": {kind: kindShort}, "int": {kind: kindInt}, "uint": {kind: kindUint},
	"float": {kind: kindFloat}, "string": {kind: kindString},
}

// shape is the type of a field, an element, a key or a value.
type shape struct {
	kind   kind
	name   string   // of a class or an enumeration
	key    *shape   // of a map
	elem   *shape   // of a list, or the values of a map
	values []string // of an enumeration, by number
	fields []field  // of a class
}

type field struct {
	name  string
	shape *shape
}

// classes are the classes of the schema by name.
var classes = parseSchema(schema)

func parseSchema(text string) map[string]*shape {
	known := map[string]*shape{}
	for line := range strings.Lines(text) {
		head, list, found := strings.Cut(strings.TrimSpace(line), ":")
		if !found {
			continue
		}
		words := strings.Fields(head)
		s := &shape{kind: kindClass, name: words[1]}
		known[s.name] = s
		if words[0] == "enum" {
			s.kind, s.values = kindEnum, strings.Fields(list)
			continue
		}
		if len(words) == 4 {
			s.fields = append(s.fields, known[words[3]].fields...)
		}
		for list = strings.TrimSpace(list); list != ""; {
			var name string
			name, list, _ = strings.Cut(list, " ")
			f := field{name: name}
			f.shape, list = parseShape(known, list)
			s.fields = append(s.fields, f)
			list = strings.TrimLeft(list, ", ")
		}
	}
	return known
}

// parseShape reads one type and returns the text after it.
func parseShape(known map[string]*shape, text string) (*shape, string) {
	end := strings.IndexAny(text+",", "<,>")
	name, rest := text[:end], text[end:]
	switch name {
	case "list":
		elem, rest := parseShape(known, rest[1:])
		return &shape{kind: kindList, elem: elem}, rest[1:]
	case "map":
		key, rest := parseShape(known, rest[1:])
		elem, rest := parseShape(known, rest[1:])
		return &shape{kind: kindMap, key: key, elem: elem}, rest[1:]
	}
	if s := basic[name]; s != nil {
		return s, rest
	}
	s := known[name]
	if s == nil {
		panic(fmt.Sprintf("schema: unknown type %q", name)) // schema is a constant
	}
	return s, rest
}
