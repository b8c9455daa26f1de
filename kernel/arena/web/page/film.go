//go:build !js

package page

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/verbs"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/playback"
	"github.com/gridiron-games/gridiron/kernel/arena/web/picture"
	"github.com/gridiron-games/gridiron/kernel/arena/web/render"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

// filmFlags are those of replay for films.
func filmFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringFlag{Name: "gif", Usage: "write the game to `FILE`, a film in the format GIF"},
		&urfave.StringFlag{Name: "mp4", Usage: "write the game to `FILE`, a film that ffmpeg makes, which must be installed"},
		cli.NumberFlag("width", 480, 1, fmt.Sprintf("with --gif or --mp4: its width, a `NUMBER` of pixels up to %d", picture.Widest)),
		&urfave.StringFlag{Name: "pace", Value: "250ms", Usage: "with --gif or --mp4: the `TIME` for which each ply is shown"},
		&urfave.BoolFlag{Name: "dark", Usage: "with --gif or --mp4: in dark colours"},
	}
}

// films writes the films that the flags ask for.
func films(a *cli.App, c *urfave.Context, t *playback.Playback) error {
	pace, err := cli.Duration(c, "pace")
	if err != nil {
		return err
	}
	if pace < 20*time.Millisecond || pace > time.Minute {
		return cli.Usagef("flag --pace: %v: want a time from 20ms to 1m", pace)
	}
	if width := cli.Number(c, "width"); width > picture.Widest {
		return cli.Usagef("flag --width: %d: want at most %d", width, picture.Widest)
	}
	o := render.Options{Width: cli.Number(c, "width") &^ 1, Dark: c.Bool("dark"), Names: seated(a.Game, t)}
	if path := c.String("gif"); path != "" {
		var b bytes.Buffer
		film := picture.NewGIF(&b, int(pace.Milliseconds()))
		if err := frames(c.Context, t, o, film.Add); err != nil {
			return err
		}
		if err := film.Close(); err != nil {
			return err
		}
		if err := verbs.WriteFile("gif", path, b.Bytes()); err != nil {
			return err
		}
	}
	if path := c.String("mp4"); path != "" {
		return writeVideo(c.Context, t, o, pace, path)
	}
	return nil
}

// frames draws every position of a game; of a game longer than a film, as many as that holds.
func frames(ctx context.Context, t *playback.Playback, o render.Options, add func(*image.RGBA) error) error {
	var last *scene.Scene
	each, n := (t.Plies+picture.MostPictures)/picture.MostPictures, 0
	return t.Show(t.Plies, func(shown *match.Snapshot) error {
		if ctx.Err() != nil {
			return cli.ErrInterrupted
		}
		if shown.Scene == nil {
			return errors.New("this game has no pictures")
		}
		now := shown.Scene(last)
		last = &now
		if n++; n%each != 0 && !shown.Last {
			return nil
		}
		drawn, err := picture.Draw(last, o)
		if err != nil {
			return err
		}
		return add(drawn)
	})
}

// writeVideo has ffmpeg make a film of the pictures.
func writeVideo(ctx context.Context, t *playback.Playback, o render.Options, pace time.Duration, path string) error {
	ffmpeg, err := exec.LookPath("ffmpeg")
	if err != nil {
		return cli.Usagef("flag --mp4: there is no ffmpeg on PATH, which makes such films: install it, or want --gif FILE")
	}
	dir, err := os.MkdirTemp("", "film-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "film.mp4")
	var encoder *exec.Cmd
	var in io.WriteCloser
	var said bytes.Buffer
	add := func(drawn *image.RGBA) error {
		if encoder == nil {
			size := drawn.Rect.Size()
			encoder = exec.CommandContext(ctx, ffmpeg, "-v", "error", "-f", "rawvideo", "-pix_fmt", "rgba", "-s", fmt.Sprintf("%dx%d", size.X, size.Y),
				"-framerate", fmt.Sprintf("1000/%d", pace.Milliseconds()), "-i", "-",
				"-vf", "crop=trunc(iw/2)*2:trunc(ih/2)*2", "-r", "30", "-pix_fmt", "yuv420p", "-movflags", "+faststart", out)
			encoder.Stderr = &said
			var err error
			if in, err = encoder.StdinPipe(); err == nil {
				err = encoder.Start()
			}
			if err != nil {
				return err
			}
		}
		_, err := in.Write(drawn.Pix)
		return err
	}
	err = frames(ctx, t, o, add)
	if encoder != nil {
		in.Close() // what it lacks then, it says
		if wrong := encoder.Wait(); wrong != nil && ctx.Err() == nil {
			return fmt.Errorf("flag --mp4: ffmpeg: %w: %s", wrong, bytes.TrimSpace(said.Bytes()))
		}
	}
	if err != nil {
		return err
	}
	content, err := os.ReadFile(out)
	if err != nil {
		return err
	}
	return verbs.WriteFile("mp4", path, content)
}
