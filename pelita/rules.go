package pelita

import "slices"

// Chance draws random numbers as Python's random.Random does; *pyrand.Rand of the kernel is one. n is above 0.
type Chance interface {
	Below(n int) int // from 0 to n-1
	Below64(n uint64) uint64
	Float64() float64 // in [0, 1)
}

// Advance goes on to the next turn: the first is turn 0 of round 1 (R4).
func (s *State) Advance() {
	switch {
	case s.Turn < 0:
		s.Round, s.Turn = 1, 0
	case s.Turn == Bots-1:
		s.Round, s.Turn = s.Round+1, 0
	default:
		s.Turn++
	}
}

// IsGhost reports whether a bot, 0 to 3, is in its home (R3).
func (s *State) IsGhost(bot int) bool { return s.Maze.Side(s.Bots[bot]) == bot%2 }

// Age counts the turns that pellets of the team spend in the shadow of its ghosts (R11). What was not in the shadow before gets
// in line in the order of the pellets.
func (s *State) Age(team int) {
	var ghosts [2]Cell
	n := 0
	for bot := team; bot < Bots; bot += 2 {
		if s.IsGhost(bot) {
			ghosts[n] = s.Bots[bot]
			n++
		}
	}
	near := s.Version.Shadow()
	inShadow := func(c Cell) bool {
		return n > 0 && c.Distance(ghosts[0]) <= near || n > 1 && c.Distance(ghosts[1]) <= near
	}
	food, old := &s.Food[team], s.ages[team]
	kept := old[:0]
	for _, a := range old {
		switch {
		case !food.has[s.Maze.Index(a.Cell)]:
			kept = append(kept, a)
		case inShadow(a.Cell):
			kept = append(kept, Aged{a.Cell, a.Age + 1})
		}
	}
	s.news = s.news[:0]
	for _, ghost := range ghosts[:n] {
		s.shadowed(food, ghost, kept)
	}
	if len(s.news) > 1 {
		slices.SortFunc(s.news, func(a, b Cell) int { return food.set.find(a) - food.set.find(b) })
	}
	for _, c := range s.news {
		kept = append(kept, Aged{c, 1})
	}
	s.ages[team] = kept
}

// shadowed collects the pellets around a ghost that have no age yet.
func (s *State) shadowed(food *Pellets, ghost Cell, aged []Aged) {
	for _, i := range s.Maze.shadow[s.Version][s.Maze.Index(ghost)] {
		if !food.has[i] {
			continue
		}
		c := s.Maze.At(int(i))
		if !slices.ContainsFunc(aged, func(a Aged) bool { return a.Cell == c }) && !slices.Contains(s.news, c) {
			s.news = append(s.news, c)
		}
	}
}

// Relocate copies both sets of pellets, as the original does in each turn, and moves the team's pellets that were in the shadow
// for too long to free cells of its home (R11). It returns the cells from which pellets were taken, ascending.
func (s *State) Relocate(team int, chance Chance) (moved []Cell) {
	for t := range s.Food {
		if s.Food[t].set.Recopy() {
			s.Food[t].list = s.listing(&s.Food[t].set)
		}
	}
	if s.AllowCamping {
		return nil
	}
	food := &s.Food[team]
	var expired []Cell
	for _, a := range s.ages[team] {
		if a.Age > MaxFoodAge && food.has[s.Maze.Index(a.Cell)] {
			expired = append(expired, a.Cell)
		}
	}
	if len(expired) == 0 {
		return nil
	}
	SortCells(expired)
	targets := s.targets(team)
	for _, c := range expired {
		if len(targets) == 0 {
			break
		}
		n := chance.Below(len(targets))
		to := targets[n]
		targets = slices.Delete(targets, n, n+1)
		food.set.Remove(c)
		food.set.Add(to)
		food.has[s.Maze.Index(c)], food.has[s.Maze.Index(to)] = false, true
		s.ages[team] = slices.DeleteFunc(s.ages[team], func(a Aged) bool { return a.Cell == c })
		moved = append(moved, c)
	}
	if len(moved) > 0 {
		food.list = s.listing(&food.set)
	}
	return moved
}

// targets lists the cells to which a pellet of the team may be moved, ascending.
func (s *State) targets(team int) (cells []Cell) {
	m := s.Maze
	for x := team * (m.w / 2); x < team*(m.w/2)+m.w/2; x++ {
		if x == m.w/2-1 || x == m.w/2 {
			continue
		}
		for y := range m.h {
			c := Cell{x, y}
			if m.wall[x*m.h+y] || s.Food[team].has[x*m.h+y] {
				continue
			}
			near := s.Version.Shadow()
			if c.Distance(s.Bots[team]) > near && c.Distance(s.Bots[team+2]) > near &&
				c != s.Bots[1-team] && c != s.Bots[3-team] {
				cells = append(cells, c)
			}
		}
	}
	return cells
}

// Look decides where a bot sees its enemies (R10): exactly within the sight distance, otherwise anywhere near where they are.
func (s *State) Look(bot int, chance Chance) {
	from := s.Bots[bot]
	s.Noisy[bot], s.Noisy[(bot+2)%Bots] = Sight{}, Sight{}
	for enemy := 1 - bot%2; enemy < Bots; enemy += 2 {
		s.Noisy[enemy] = Sight{}
		if from.Distance(s.Bots[enemy]) <= SightDistance {
			continue
		}
		if shown := s.Maze.Shown(s.Bots[enemy]); len(shown) > 1 {
			s.Noisy[enemy] = Sight{true, shown[chance.Below(len(shown))]}
		}
	}
}

// Check reports whether a move is legal for the bot whose turn it is (R6): one step to a free cell, or staying.
func (s *State) Check(m Move) bool {
	return m.Raw == "" && s.Maze.Free(m.To) && s.Bots[s.Turn].Distance(m.To) <= 1
}

// Move puts the bot whose turn it is on a cell: it eats what lies there, and then there is killing (R7, R8). It does not check.
func (s *State) Move(to Cell) {
	s.Bots[s.Turn] = to
	team := s.Turn % 2
	if foe := 1 - team; s.Maze.Side(to) == foe && s.Food[foe].has[s.Maze.Index(to)] {
		food := &s.Food[foe]
		food.set.Remove(to)
		food.has[s.Maze.Index(to)] = false
		food.list = s.listing(&food.set)
		s.Score[team]++
	}
	if s.Version == V251 {
		s.fight(to)
	} else {
		s.cascade(to)
	}
}

// fight kills on the cell of the mover only (version 2.5).
func (s *State) fight(at Cell) {
	mover := s.Turn
	for enemy := 1 - mover%2; enemy < Bots; enemy += 2 {
		switch {
		case s.Bots[enemy] != at:
		case s.IsGhost(mover):
			s.kill(mover, enemy)
		default:
			s.kill(enemy, mover)
			return
		}
	}
}

// cascade kills on the cell of the mover, and then wherever somebody respawns (version 2.7).
func (s *State) cascade(at Cell) {
	var room [2 * Bots]Cell
	for stack := append(room[:0], at); len(stack) > 0; {
		cell := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		team := s.Maze.Side(cell)
		ghost := team
		if s.Bots[ghost] != cell {
			ghost += 2
		}
		if s.Bots[ghost] != cell {
			continue
		}
		for enemy := 1 - team; enemy < Bots; enemy += 2 {
			if s.Bots[enemy] == cell {
				s.kill(ghost, enemy)
				stack = append(stack, s.Bots[enemy])
			}
		}
	}
}

// kill lets one bot kill another, which respawns.
func (s *State) kill(ghost, victim int) {
	s.Score[ghost%2] += KillPoints
	s.Kills[ghost]++
	s.Deaths[victim]++
	s.Bots[victim] = s.Maze.Respawn(victim)
	s.Killed[victim] = true
}

// Judge ends the game if it is over (R9), and reports whether it is. Rounds and pellets count only when last is true, after a
// turn was completed.
func (s *State) Judge(last bool) bool {
	if s.Phase >= Finished {
		return true
	}
	winner := Nobody
	limit := func(team int) bool { return s.ErrorLimit > 0 && len(s.Errors[team]) >= s.ErrorLimit }
	switch {
	case len(s.Fatal[Blue]) > 0 || len(s.Fatal[Red]) > 0:
		winner = loser(len(s.Fatal[Blue]) > 0, len(s.Fatal[Red]) > 0)
	case limit(Blue) || limit(Red):
		winner = loser(limit(Blue), limit(Red))
	case last && (s.lastTurn() || s.Food[Blue].Len() == 0 || s.Food[Red].Len() == 0):
		winner = Draw
		if s.Score[Blue] != s.Score[Red] {
			winner = loser(s.Score[Blue] < s.Score[Red], false)
		}
	default:
		return false
	}
	s.Winner, s.Phase = winner, Finished
	if s.Version == V270 && s.Round == 0 {
		s.Winner, s.Phase = Nobody, Failed
	}
	return true
}

// lastTurn reports whether the next turn would be in a round too many.
func (s *State) lastTurn() bool {
	next := s.Round
	if s.Turn < 0 || s.Turn == Bots-1 {
		next++
	}
	return next > s.MaxRounds
}

// loser returns who wins when blue, red or both have lost.
func loser(blue, red bool) int {
	switch {
	case blue && red:
		return Draw
	case blue:
		return Red
	}
	return Blue
}
