// Package page is the front in a browser: games are watched and played on a page of kernel/arena/web. A program sets it as its
// cli.Program.Page, or leaves it out and does not link HTTP.
package page
