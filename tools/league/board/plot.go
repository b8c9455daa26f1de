package board

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/scene"
)

// The size of a plot, and where its axes are, in its own units.
const (
	plotWidth, plotHeight = 640.0, 280.0
	plotLeft, plotRight   = 46.0, 510.0
	plotTop, plotBottom   = 14.0, 252.0
)

// maxLines is how many teams the plot of ratings has: nobody can tell more colours apart.
const maxLines = 6

// drawing is a plot that is being drawn. Colours are CSS classes, which the page's style defines for light and dark.
type drawing struct{ strings.Builder }

func (d *drawing) add(format string, args ...any) { fmt.Fprintf(d, format, args...) }

// begin begins a plot. label describes it in words.
func (d *drawing) begin(label string) {
	d.add(`<svg class="plot" viewBox="0 0 %g %g" role="img" aria-label="%s">`, plotWidth, plotHeight, html.EscapeString(label))
}

func (d *drawing) end() template.HTML {
	d.add("</svg>")
	return template.HTML(d.String()) // texts in it are escaped
}

// levels draws the lines of an axis from low to high and returns the function from a value to its y coordinate.
func (d *drawing) levels(low, high float64, right float64) func(float64) float64 {
	y := func(v float64) float64 {
		return min(plotBottom, max(plotTop, plotBottom-(v-low)/(high-low)*(plotBottom-plotTop)))
	}
	step := nice((high - low) / 4)
	for v := math.Ceil(low/step) * step; v <= high+step/1000; v += step {
		d.add(`<path class="gr" d="M%g %.1fH%g"/><text class="ax" x="%g" y="%.1f" text-anchor="end">%g</text>`,
			plotLeft, y(v), right, plotLeft-6, y(v)+4, math.Round(v*100)/100+0)
	}
	return y
}

// nice returns 1, 2 or 5 times a power of ten, at least v.
func nice(v float64) float64 {
	ten := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 2, 5} {
		if m*ten >= v*.999 {
			return m * ten
		}
	}
	return 10 * ten
}

// hour writes a time for the axis of a plot with this span.
func hour(at time.Time, span time.Duration) string {
	switch {
	case span < 10*time.Minute:
		return at.Format("15:04:05")
	case span < 24*time.Hour:
		return at.Format("15:04")
	}
	return at.Format("2 Jan 15:04")
}

// ratingPlot draws the ratings of the best teams over time, with their intervals. It is empty where there is nothing to draw.
func ratingPlot(teams []team, best []int, points []point) template.HTML {
	best = best[:min(len(best), maxLines)]
	low, high := span(best, points)
	if len(points) < 2 || low >= high {
		return ""
	}
	first, last := points[0].at, points[len(points)-1].at
	length := max(last.Sub(first), time.Millisecond)
	x := func(at time.Time) float64 {
		return plotLeft + max(0, min(1, at.Sub(first).Seconds()/length.Seconds()))*(plotRight-plotLeft)
	}
	d := &drawing{}
	label := "Ratings of the best teams over time with 95 per cent intervals. Now:"
	for _, team := range best {
		if e := points[len(points)-1].of(team); e.Played {
			label += fmt.Sprintf(" %s %.0f,", teams[team].shown, e.Elo.Value+0)
		}
	}
	d.begin(strings.TrimSuffix(label, ","))
	y := d.levels(low, high, plotRight)
	for i := range 3 {
		at := first.Add(length * time.Duration(i) / 2)
		anchor := []string{"start", "middle", "end"}[i]
		d.add(`<text class="ax" x="%.1f" y="%g" text-anchor="%s">%s</text>`, x(at), plotBottom+17, anchor, hour(at, length))
	}
	for i, team := range best {
		var upper, lower, middle []string
		for _, p := range points {
			if e := p.of(team); e.Played {
				at := x(p.at)
				upper = append(upper, fmt.Sprintf("%.1f %.1f", at, y(e.Elo.High)))
				lower = append([]string{fmt.Sprintf("%.1f %.1f", at, y(e.Elo.Low))}, lower...)
				middle = append(middle, fmt.Sprintf("%.1f %.1f", at, y(e.Elo.Value)))
			}
		}
		if len(middle) > 0 {
			d.add(`<path class="band l%d" d="M%sL%sZ"/>`, i, strings.Join(upper, "L"), strings.Join(lower, "L"))
			d.add(`<path class="line l%d" d="M%s"/>`, i, strings.Join(middle, "L"))
		}
	}
	d.legend(teams, best, points[len(points)-1], y)
	return d.end()
}

// legend writes the names beside the ends of the lines, one below the other.
func (d *drawing) legend(teams []team, best []int, last point, y func(float64) float64) {
	const high = 17.0
	at := plotTop - high
	left := 0 // names that follow
	for _, team := range best {
		if last.of(team).Played {
			left++
		}
	}
	for i, team := range best {
		e := last.of(team)
		if !e.Played {
			continue
		}
		at = max(at+high, min(y(e.Elo.Value), plotBottom-high*float64(left-1)))
		left--
		d.add(`<path class="line l%d" d="M%g %.1fh12"/><text x="%g" y="%.1f">%s</text>`, i, plotRight+4, at, plotRight+20, at+4,
			html.EscapeString(scene.Text(teams[team].shown, 13)))
	}
}

// span returns the range of ratings that a plot shows: that of the later half of the points with their intervals, because the
// first few games say nothing yet.
func span(best []int, points []point) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, p := range points[len(points)/2:] {
		for _, team := range best {
			if e := p.of(team); e.Played {
				low, high = min(low, e.Elo.Low), max(high, e.Elo.High)
			}
		}
	}
	margin := (high - low) / 20
	return low - margin, high + margin
}

// ratePlot draws the number of games in each minute up to end.
func ratePlot(counts []int, end time.Time) template.HTML {
	most, sum := 0, 0
	for _, n := range counts {
		most, sum = max(most, n), sum+n
	}
	if most == 0 {
		return ""
	}
	d := &drawing{}
	d.begin(fmt.Sprintf("Games a minute in %d minutes up to %s: %d games, at most %d a minute", len(counts), end.Format("15:04"), sum, most))
	const right = plotWidth - 8
	high := 4 * nice(float64(most)/4)
	y := d.levels(0, high, right)
	wide := (right - plotLeft) / float64(len(counts))
	for i, n := range counts {
		if n > 0 {
			d.add(`<rect class="bar" x="%.1f" y="%.1f" width="%.1f" height="%.1f"/>`,
				plotLeft+float64(i)*wide+.5, y(float64(n)), wide-1, plotBottom-y(float64(n)))
		}
	}
	for i, anchor := range []string{"start", "middle", "end"} {
		back := len(counts) - 1 - i*(len(counts)-1)/2
		d.add(`<text class="ax" x="%g" y="%g" text-anchor="%s">%s</text>`, plotLeft+float64(i)/2*(right-plotLeft), plotBottom+17, anchor,
			end.Add(-time.Duration(back)*time.Minute).Format("15:04"))
	}
	return d.end()
}
