package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/clean"
)

func teamsCommand() *cli.Command {
	return &cli.Command{
		Name: "teams", Usage: "add teams to the course that `league host` runs, and print a link for each as CSV",
		UsageText: "league teams --dir DIR [TEAM...] [--roster FILE]\n\nFILE is what Canvas, Moodle, Gradescope or Classroom export, or has lines TEAM,STUDENT,STUDENT. Existing teams keep their links.\n" +
			"Without teams all links are printed. Example:\n\n  league teams --dir term alice bob",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "dir", Value: "course", Usage: "`DIR` of the course"},
			&cli.StringFlag{Name: "roster", Usage: "read the teams from `FILE`"},
		},
		Action: func(c *cli.Context) error {
			text, err := os.ReadFile(hostFile(c.String("dir")))
			var running struct{ At, Token string }
			if err == nil {
				err = json.Unmarshal(text, &running)
			}
			if err != nil {
				return usagef("flag --dir: %s is not the folder of a course: want that of `league host`", c.String("dir"))
			}
			roster := []byte(strings.Join(c.Args().Slice(), "\n"))
			if file := c.String("roster"); file != "" {
				if c.NArg() > 0 {
					return usagef("flag --roster: want teams or a roster, not both")
				}
				if roster, err = os.ReadFile(file); err != nil {
					return usagef("flag --roster: %w", err)
				}
			}
			var answer struct{ Links string }
			if len(roster) == 0 {
				var out []byte
				out, err = asks(c.Context, http.MethodGet, running.At, "api/teams.csv", running.Token, "", nil)
				answer.Links = string(out)
			} else {
				var out []byte
				out, err = asks(c.Context, http.MethodPost, running.At, "api/teams", running.Token, "text/csv", roster)
				if err == nil {
					err = json.Unmarshal(out, &answer)
				}
			}
			if err != nil {
				return err
			}
			_, err = io.WriteString(c.App.Writer, answer.Links)
			return err
		},
	}
}

// asks sends a request to a host and returns its answer. The error is what the host says.
func asks(ctx context.Context, method, at, path, token, kind string, body []byte) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(at, "/")+"/"+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, fmt.Errorf("the host does not answer: %w; is `league host` running?", err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, 64<<20))
	if err != nil {
		return nil, err
	}
	if answer.StatusCode >= 300 {
		var refused struct{ Error string }
		if json.Unmarshal(text, &refused) == nil && refused.Error != "" {
			return nil, errors.New(clean.Line(refused.Error, clean.MaxDetail))
		}
		return nil, fmt.Errorf("%s: %s", answer.Status, clean.Line(string(text), clean.MaxDetail))
	}
	return text, nil
}

// submitTo submits a bot to a course, by the link of a team.
func submitTo(c *cli.Context, link string) error {
	at, err := url.Parse(link)
	if err != nil || at.Host == "" || at.Fragment == "" {
		return usagef("submit: %q: want the link of a team, which ends with #token= and a token", link)
	}
	if c.NArg() != 2 {
		return usagef("submit: %s: want the link and the bot, a folder or a file", plural(c.NArg(), "argument"))
	}
	files, err := readBundle(c.Args().Get(1))
	if err == nil {
		err = files.plays(c.String("main"))
	}
	if err != nil {
		return usagef("submit: %w", err)
	}
	text, _, err := files.pack()
	if err != nil {
		return err
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for _, field := range []string{"game", "main"} {
		if c.String(field) != "" {
			form.WriteField(field, c.String(field)) // to a buffer
		}
	}
	part, err := form.CreateFormFile("bot", "bot.tar.gz")
	if err == nil {
		_, err = part.Write(text)
	}
	if err = errors.Join(err, form.Close()); err != nil {
		return err
	}
	base, token := at.Scheme+"://"+at.Host, strings.TrimPrefix(at.Fragment, "token=")
	answer, err := asks(c.Context, http.MethodPost, base, "api/bots", token, form.FormDataContentType(), body.Bytes())
	if err != nil {
		return fmt.Errorf("submit: %w", err)
	}
	var v struct {
		Version              int
		Check, State, Report string
	}
	for said := false; ; said = true {
		if err := json.Unmarshal(answer, &v); err != nil {
			return fmt.Errorf("submit: the host says %q: want JSON", clean.Line(string(answer), 80))
		}
		switch v.State {
		case right:
			fmt.Fprintf(c.App.Writer, "version %d passes the check: it plays from now on\n", v.Version)
			return nil
		case wrong:
			fmt.Fprint(c.App.Writer, clean.Text([]byte(v.Report)))
			return fmt.Errorf("version %d does not pass the check", v.Version)
		}
		if !said {
			fmt.Fprintf(c.App.ErrWriter, "version %d, %s, is being checked...\n", v.Version, plural(len(files), "file"))
		}
		select {
		case <-time.After(300 * time.Millisecond):
		case <-c.Context.Done():
			return c.Context.Err()
		}
		answer, err = asks(c.Context, http.MethodGet, base, strings.TrimPrefix(v.Check, "/"), token, "", nil)
		if err != nil {
			return fmt.Errorf("submit: %w", err)
		}
	}
}
