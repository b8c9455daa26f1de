// Package page lets people watch and play games in a browser, on a page of kernel/arena/web. A program sets it as its
// cli.Program.Page, or leaves it out and does not link HTTP.
package page
