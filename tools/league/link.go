package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
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
			var running door
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
				out, err = running.asks(c.Context, http.MethodGet, "api/teams.csv", "", nil)
				answer.Links = string(out)
			} else {
				var out []byte
				out, err = running.asks(c.Context, http.MethodPost, "api/teams", "text/csv", roster)
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

// door is where a host is, and how to get in. It is the content of hostFile.
type door struct {
	At          string `json:"at"`
	Token       string `json:"token"`
	Certificate string `json:"certificate,omitempty"` // see fingerprint; "": the system knows who has signed it
}

// fingerprint identifies a certificate that its owner has signed: SHA-256, as browsers show it. It is in the links of a host, so
// that whoever has a link knows the host without asking anybody else.
func fingerprint(certificate []byte) string {
	sum := sha256.Sum256(certificate)
	return hex.EncodeToString(sum[:])
}

var errOther = errors.New("the host has another certificate than the link says: ask for a new link, and whether the host has changed it; " +
	"if it has not, somebody else answers in its place")

// client returns the client for a host.
func (d *door) client() *http.Client {
	if d.Certificate == "" {
		return http.DefaultClient
	}
	only := &tls.Config{
		MinVersion:         tls.VersionTLS12,
		InsecureSkipVerify: true, // nobody else has signed it, so that it must be exactly this one
		VerifyConnection: func(s tls.ConnectionState) error {
			if fingerprint(s.PeerCertificates[0].Raw) != d.Certificate {
				return errOther
			}
			return nil
		},
	}
	return &http.Client{Transport: &http.Transport{Proxy: http.ProxyFromEnvironment, TLSClientConfig: only}}
}

// asks sends a request to a host and returns its answer. The error is what the host says.
func (d *door) asks(ctx context.Context, method, path, kind string, body []byte) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(d.At, "/")+"/"+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+d.Token)
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	client := d.client()
	defer client.CloseIdleConnections()
	answer, err := client.Do(r)
	unknown, isUnknown := errors.AsType[*tls.CertificateVerificationError](err)
	switch {
	case errors.Is(err, errOther):
		return nil, errOther
	case isUnknown:
		return nil, fmt.Errorf("the certificate of %s cannot be checked (%v): want the link as the host prints it, with &certificate= at its end", r.URL.Host, unknown.Err)
	case err != nil:
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
	var words url.Values
	if err == nil {
		words, err = url.ParseQuery(at.EscapedFragment())
	}
	if err != nil || at.Host == "" || words.Get("token") == "" {
		return usagef("submit: %q: want the link of a team, which has #token= and a token", link)
	}
	host := &door{at.Scheme + "://" + at.Host, words.Get("token"), words.Get("certificate")}
	if host.Certificate != "" && at.Scheme != "https" {
		return usagef("submit: %q: want https:// in a link with a certificate", link)
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
	answer, err := host.asks(c.Context, http.MethodPost, "api/bots", form.FormDataContentType(), body.Bytes())
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
		answer, err = host.asks(c.Context, http.MethodGet, strings.TrimPrefix(v.Check, "/"), "", nil)
		if err != nil {
			return fmt.Errorf("submit: %w", err)
		}
	}
}
