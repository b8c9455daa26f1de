package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/bot"
	"github.com/gridiron-games/gridiron/pelita/maze"
	"github.com/gridiron-games/gridiron/pelita/referee"
	"github.com/gridiron-games/gridiron/pelita/wire"
)

// pelitaPrint is what setup_test_game returns; the records of version 2.7.0 have their fields beside text.
type pelitaPrint struct {
	Args  pelitaPrintArgs  `json:"args"`
	Text  string           `json:"text"`
	Other string           `json:"other,omitempty"`
	Attr  *pelitaPrintAttr `json:"attr,omitempty"`

	Repr      string       `json:"repr,omitempty"`
	EnemyRepr []string     `json:"enemy_repr,omitempty"`
	Shaded    []pelitaCell `json:"shaded_food,omitempty"`
	Legal     []pelitaCell `json:"legal_positions,omitempty"`
}

type pelitaPrintArgs struct {
	Layout *string         `json:"layout"`
	IsBlue *bool           `json:"is_blue,omitempty"`
	Round  int             `json:"round,omitempty"`
	Score  *[2]int         `json:"score,omitempty"`
	Seed   *int64          `json:"seed,omitempty"`
	Food   []pelitaCell    `json:"food,omitempty"`
	Bots   json.RawMessage `json:"bots,omitempty"`
	Noisy  map[string]bool `json:"is_noisy,omitempty"`
}

type pelitaPrintAttr struct {
	Turn       int           `json:"turn"`
	Char       string        `json:"char"`
	OtherChar  string        `json:"other_char"`
	EnemyChar  []string      `json:"enemy_char,omitempty"`
	IsBlue     bool          `json:"is_blue"`
	Score      int           `json:"score"`
	EnemyScore int           `json:"enemy_score"`
	Legal      []pelitaCell  `json:"legal_positions"`
	EnemyLegal [2]any        `json:"enemy_legal"`
	Food       []pelitaCell  `json:"food"`
	EnemyFood  []pelitaCell  `json:"enemy_food"`
	Shaded     []pelitaCell  `json:"shaded_food"`
	Noisy      [3]bool       `json:"is_noisy"`
	TeamName   string        `json:"team_name"`
	EnemyName  string        `json:"enemy_name"`
	Initial    [4]pelitaCell `json:"initial"`
	Home       int           `json:"n_homezone"`
	HomeFirst  pelitaCell    `json:"homezone_first"`
	HomeLast   pelitaCell    `json:"homezone_last"`
	Walls      []pelitaCell  `json:"walls_first"`
	Track      []pelitaCell  `json:"track"`
	Random     *uint32       `json:"random_u32"`
}

func pelitaPrintBot(v pelita.Version) reader {
	return lines(func(r pelitaPrint, _ options, report func(outcome)) {
		o := outcome{id: asJSON(r.Args), kind: "print"}
		var enemies, shown []string // what the original gets wrong is a separate case
		if enemies, r.EnemyRepr = r.EnemyRepr, nil; r.Attr != nil {
			enemies, r.Attr.EnemyChar = r.Attr.EnemyChar, nil
		}
		o.want = asJSON(r)
		b, random, err := pelitaTestBot(v, r.Args)
		if err != nil {
			o.got = err.Error()
			report(o)
			return
		}
		got := pelitaPrint{Args: r.Args, Text: b.String()}
		for _, e := range b.Enemy {
			letter := string(e.Char)
			if v == pelita.V270 {
				letter = e.Repr()
			}
			shown = append(shown, letter)
		}
		if v == pelita.V270 {
			got.Repr, got.Shaded, got.Legal = b.Repr(), pelitaCells(b.Shaded), pelitaCells(b.Legal)
		} else {
			got.Other, got.Attr = b.Other.String(), pelitaAttributes(b, random)
		}
		o.got = asJSON(got)
		report(o)
		report(outcome{id: o.id + " enemies", kind: pelitaEnemyLetters, want: asJSON(enemies), got: asJSON(shown)})
	})
}

// pelitaEnemyLetters are cases about the letters of enemies, which the original takes from the wrong team.
const pelitaEnemyLetters = "enemy letters"

// ownLetters gives enemies the letters of their own team.
func ownLetters(text string) string {
	swap := strings.NewReplacer(`"a"`, `"x"`, `"x"`, `"a"`, `"b"`, `"y"`, `"y"`, `"b"`, "Bot: a ", "Bot: x ", "Bot: x ", "Bot: a ",
		"Bot: b ", "Bot: y ", "Bot: y ", "Bot: b ")
	return swap.Replace(text)
}

// pelitaTestBot is setup_test_game with the arguments of a record, and the generator if it was given a seed.
func pelitaTestBot(v pelita.Version, args pelitaPrintArgs) (*pelita.Bot, *pyrand.Rand, error) {
	o := pelita.TestGame{Version: v, Round: args.Round, Red: args.IsBlue != nil && !*args.IsBlue}
	var random *pyrand.Rand
	if args.Seed != nil {
		random = pyrand.New(big.NewInt(*args.Seed))
		o.Random = random
	}
	if args.Score != nil {
		o.Score = *args.Score
	}
	for name, noisy := range args.Noisy {
		o.Noisy[strings.Index(pelita.Letters, name)] = noisy
	}
	var text string
	var err error
	switch {
	case args.Layout == nil && random != nil:
		if _, text, err = maze.Draw(v, "normal", random); err != nil {
			return nil, nil, err
		}
	case args.Layout != nil && v == pelita.V251 && !strings.Contains(*args.Layout, "\n"):
		if text, err = maze.Named(*args.Layout); err != nil {
			return nil, nil, err
		}
	case args.Layout != nil:
		text = *args.Layout
		if o.Bots, err = pelitaPlaced(args.Bots); err != nil {
			return nil, nil, err
		}
		for _, c := range args.Food {
			o.Food = append(o.Food, c.cell())
		}
	}
	b, err := pelita.SetupTestGame(text, o)
	return b, random, err
}

func pelitaAttributes(b *pelita.Bot, random *pyrand.Rand) *pelitaPrintAttr {
	foe := b.Enemy[0]
	a := &pelitaPrintAttr{
		Turn: b.Turn, Char: string(b.Char), OtherChar: string(b.Other.Char), IsBlue: b.IsBlue,
		Score: b.Score, EnemyScore: foe.Score, Legal: pelitaCells(b.Legal), Food: pelitaCells(b.Food),
		EnemyFood: pelitaCells(foe.Food), Shaded: pelitaCells(b.Shaded), TeamName: b.TeamName, EnemyName: foe.TeamName,
		Noisy: [3]bool{b.IsNoisy, foe.IsNoisy, b.Enemy[1].IsNoisy},
		Home:  len(b.Home), HomeFirst: pelitaCells(b.Home)[0], HomeLast: pelitaCells(b.Home)[len(b.Home)-1],
		Walls: pelitaCells(b.Maze.Walls()[:3]), Track: pelitaCells(b.Track),
	}
	for i, one := range []*pelita.Bot{b, b.Other, foe, b.Enemy[1]} {
		a.Initial[i] = pelitaCell{one.Start.X, one.Start.Y}
	}
	for i, e := range b.Enemy {
		a.EnemyLegal[i] = pelitaCells(e.Legal)
	}
	if random != nil {
		first := random.Uint32()
		a.Random = &first
	}
	return a
}

// pelitaBots are the bundled players under the original's names.
func pelitaBots(name string) (referee.Bot, error) {
	switch name {
	case "stopping_player":
		return bot.Stopping{}, nil
	case "random_player":
		return bot.Random{}, nil
	case "nq_random_player":
		return bot.NotQuiteRandom{}, nil
	case "food_eating_player":
		return &bot.FoodEating{}, nil
	case "smart_eating_player":
		return &bot.SmartEating{}, nil
	case "smart_random_player":
		return bot.SmartRandom{}, nil
	case "random_explorer_player":
		return &bot.RandomExplorer{}, nil
	}
	return nil, fmt.Errorf("no bot %q", name)
}

// pelitaLocal plays a game between bundled players from a seed alone; watch sees every bot before it moves.
func pelitaLocal(v pelita.Version, seed string, layout *string, rounds int, names, bots [2]string, watch func(*pelita.Bot),
) (*referee.State, error) {
	random, err := pyrand.Parse(seed)
	if err != nil {
		return nil, err
	}
	var name, text string
	if layout == nil {
		name, text, err = maze.Draw(v, "normal", random)
	} else {
		name = *layout
		text, err = maze.Named(name)
	}
	if err != nil {
		return nil, err
	}
	l, err := pelita.ParseLayout(text)
	if err != nil {
		return nil, err
	}
	m, err := l.Maze()
	if err != nil {
		return nil, err
	}
	o := referee.Options{Layout: name}
	o.Version, o.MaxRounds, o.ErrorLimit = v, rounds, pelita.ErrorLimit
	r := referee.New(l, m, o, random)
	loop := turn.Loop[pelita.View, pelita.Move]{Game: turn.Game{Seats: referee.Seats}, Referee: r}
	for i := range bots {
		b, err := pelitaBots(bots[i])
		if err != nil {
			return nil, err
		}
		loop.Players = append(loop.Players, referee.Player(names[i], watched{b, watch}))
	}
	return r.State(), loop.Run(context.Background())
}

type watched struct {
	referee.Bot
	watch func(*pelita.Bot)
}

func (w watched) Move(ctx context.Context, b *pelita.Bot) (pelita.Cell, error) {
	if w.watch != nil {
		w.watch(b)
	}
	return w.Bot.Move(ctx, b)
}

// pelitaInGame is a bot at a moment of a local game.
type pelitaInGame struct {
	Seed       string       `json:"seed"`
	Layout     *string      `json:"layout"`
	Bots       [2]string    `json:"bots"`
	Round      int          `json:"round"`
	Turn       int          `json:"turn"`
	Side       string       `json:"side"`
	Text       string       `json:"text"`
	Track      []pelitaCell `json:"track"`
	OtherTrack []pelitaCell `json:"other_track"`
	Legal      []pelitaCell `json:"legal_positions"`
	WasKilled  bool         `json:"was_killed"`
	Shaded     []pelitaCell `json:"shaded_food"`
}

func pelitaPrintInGame(v pelita.Version) reader {
	return lines(func(r pelitaInGame, _ options, report func(outcome)) {
		o := outcome{
			id: fmt.Sprintf("seed %s %v round %d %s %d", r.Seed, r.Bots, r.Round, r.Side, r.Turn), kind: "print", want: asJSON(r),
		}
		_, err := pelitaLocal(v, r.Seed, r.Layout, 60, [2]string{"Blue Bots", "Red Bots"}, r.Bots, func(b *pelita.Bot) {
			if b.Round != r.Round || b.Turn != r.Turn || b.IsBlue != (r.Side == "blue") {
				return
			}
			got := r
			got.Text, got.Track, got.OtherTrack = b.String(), pelitaCells(b.Track), pelitaCells(b.Other.Track)
			got.Legal, got.WasKilled, got.Shaded = pelitaCells(b.Legal), b.WasKilled, pelitaCells(b.Shaded)
			o.got = asJSON(got)
		})
		if err != nil {
			o.got = err.Error()
		}
		report(o)
	})
}

// pelitaBackground is a whole local game and its result.
type pelitaBackground struct {
	Blue       string       `json:"blue"`
	Red        string       `json:"red"`
	Seed       string       `json:"seed"`
	Layout     *string      `json:"layout"`
	MaxRounds  int          `json:"max_rounds"`
	Round      int          `json:"res_round"`
	ResLayout  string       `json:"res_layout"`
	BlueBots   []pelitaCell `json:"res_blue_bots"`
	RedBots    []pelitaCell `json:"res_red_bots"`
	BlueScore  int          `json:"res_blue_score"`
	RedScore   int          `json:"res_red_score"`
	BlueDeaths [2]int       `json:"res_blue_deaths"`
	RedDeaths  [2]int       `json:"res_red_deaths"`
	BlueKills  [2]int       `json:"res_blue_kills"`
	RedKills   [2]int       `json:"res_red_kills"`
	BlueErrors any          `json:"res_blue_errors,omitempty"`
	RedErrors  any          `json:"res_red_errors,omitempty"`
	BlueWins   bool         `json:"res_blue_wins"`
	RedWins    bool         `json:"res_red_wins"`
	Draw       bool         `json:"res_draw"`
	BlueFood   []pelitaCell `json:"res_blue_food"`
	RedFood    []pelitaCell `json:"res_red_food"`
}

func pelitaBackgroundGame(v pelita.Version) reader {
	return lines(func(r pelitaBackground, _ options, report func(outcome)) {
		o := outcome{id: fmt.Sprintf("seed %s %s %s", r.Seed, r.Blue, r.Red), kind: "game", want: asJSON(r)}
		defer func() { report(o) }()
		s, err := pelitaLocal(v, r.Seed, r.Layout, r.MaxRounds, [2]string{"blue", "red"}, [2]string{r.Blue, r.Red}, nil)
		if err != nil {
			o.got = err.Error()
			return
		}
		got := r
		got.Round, got.ResLayout = s.Round, s.Layout
		got.BlueScore, got.RedScore = s.Score[0], s.Score[1]
		got.BlueDeaths, got.RedDeaths = [2]int{s.Deaths[0], s.Deaths[2]}, [2]int{s.Deaths[1], s.Deaths[3]}
		got.BlueKills, got.RedKills = [2]int{s.Kills[0], s.Kills[2]}, [2]int{s.Kills[1], s.Kills[3]}
		bots := pelitaCells(s.Bots[:])
		got.BlueBots, got.RedBots = []pelitaCell{bots[0], bots[2]}, []pelitaCell{bots[1], bots[3]}
		got.BlueFood, got.RedFood = pelitaCells(s.Food[0].List()), pelitaCells(s.Food[1].List())
		winner, over := wire.WhoWins(&s.Position)
		got.BlueWins, got.RedWins, got.Draw = winner == 0, winner == 1, winner == 2
		if !over || winner < 0 {
			o.got = "nobody has won"
			return
		}
		o.got = asJSON(got)
	})
}
