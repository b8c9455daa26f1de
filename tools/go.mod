module github.com/gridiron-games/gridiron/tools

go 1.26.0

require (
	github.com/chromedp/cdproto v0.0.0-20250724212937-08a3db8b4327
	github.com/chromedp/chromedp v0.14.2
	github.com/google/go-cmp v0.7.0
	github.com/gridiron-games/gridiron/amazons v0.0.0
	github.com/gridiron-games/gridiron/kernel v0.0.0
	github.com/gridiron-games/gridiron/kernel/arena v0.0.0
	github.com/gridiron-games/gridiron/pelita v0.0.0
	github.com/gridiron-games/gridiron/reantics v0.0.0
	github.com/gridiron-games/gridiron/sarena v0.0.0
	github.com/gridiron-games/gridiron/tron v0.0.0
	github.com/urfave/cli/v2 v2.27.7
	github.com/yuin/goldmark v1.8.7
	golang.org/x/mod v0.41.0
	golang.org/x/net v0.62.0
	golang.org/x/tools v0.51.0
)

require (
	github.com/chromedp/sysutil v1.1.0 // indirect
	github.com/cpuguy83/go-md2man/v2 v2.0.7 // indirect
	github.com/go-json-experiment/json v0.0.0-20250725192818-e39067aee2d2 // indirect
	github.com/gobwas/httphead v0.1.0 // indirect
	github.com/gobwas/pool v0.2.1 // indirect
	github.com/gobwas/ws v1.4.0 // indirect
	github.com/gofrs/flock v0.13.1 // indirect
	github.com/kballard/go-shellquote v0.0.0-20180428030007-95032a82bc51 // indirect
	github.com/mattn/go-colorable v0.1.14 // indirect
	github.com/mattn/go-isatty v0.0.20 // indirect
	github.com/rs/zerolog v1.35.1 // indirect
	github.com/russross/blackfriday/v2 v2.1.0 // indirect
	github.com/xrash/smetrics v0.0.0-20240521201337-686a1a2994c1 // indirect
	golang.org/x/image v0.45.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/term v0.47.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace (
	github.com/gridiron-games/gridiron/amazons => ../amazons
	github.com/gridiron-games/gridiron/kernel => ../kernel
	github.com/gridiron-games/gridiron/kernel/arena => ../kernel/arena
	github.com/gridiron-games/gridiron/pelita => ../pelita
	github.com/gridiron-games/gridiron/reantics => ../reantics
	github.com/gridiron-games/gridiron/sarena => ../sarena
	github.com/gridiron-games/gridiron/tron => ../tron
)
