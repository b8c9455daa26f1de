package main

import (
	"context"
	"fmt"

	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/bot"
)

// sarenaBotRecord is how the original's players evaluate a position. super_fast_score, which no player uses, is not compared.
type sarenaBotRecord struct {
	B    sarena.Position
	Ply  int
	Fast string
	Base string
	Ours string

	Simple     string
	GetScore   int `json:"get_score"`
	EvalOurs   int `json:"eval_ours"`
	SuperScore int `json:"super_score"`
	BoardScore int `json:"super_board_score"`
	FastScore  int `json:"super_fast_score"`

	D1   string `json:"super_d1"`
	D2   string `json:"super_d2"`
	D3   string `json:"super_d3"`
	D4   string `json:"super_d4"`
	End1 bool   `json:"super_end_d1"`
	End2 bool   `json:"super_end_d2"`
	End3 bool   `json:"super_end_d3"`
	End4 bool   `json:"super_end_d4"`
}

func sarenaBot(r sarenaBotRecord, _ options, report func(outcome)) {
	type player interface {
		Move(context.Context, sarena.View) (sarena.Move, error)
	}
	got := sarenaBotRecord{B: r.B, Ply: r.Ply, FastScore: r.FastScore}
	score := r.B.Score()
	got.GetScore, got.BoardScore = score.Value(), score.Chips
	got.EvalOurs, got.SuperScore = bot.Outlook(r.B), bot.Outlook(r.B)
	view := sarena.View{Position: r.B, Step: r.Ply + 1, Turns: r.Ply}
	choose := func(recorded string, p player) string {
		if recorded == "" { // on wide boards the recorder left out slow calculations
			return ""
		}
		m, err := p.Move(context.Background(), view)
		if err != nil {
			return err.Error()
		}
		return m.String()
	}
	got.Fast, got.Base, got.Ours = choose(r.Fast, &bot.Fast{}), choose(r.Base, bot.Base), choose(r.Ours, bot.Ours)
	got.Simple = choose(r.Simple, bot.Simple)
	for i, level := range []struct {
		recorded string
		move     *string
		end      *bool
	}{{r.D1, &got.D1, &got.End1}, {r.D2, &got.D2, &got.End2}, {r.D3, &got.D3, &got.End3}, {r.D4, &got.D4, &got.End4}} {
		s := &bot.Super{Depth: i + 1}
		*level.move = choose(level.recorded, s)
		*level.end = s.SawEnd()
	}
	report(differ(fmt.Sprint(r.B), "", r, got))
}
