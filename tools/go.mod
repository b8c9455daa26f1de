module github.com/gridiron-games/gridiron/tools

go 1.26.0
