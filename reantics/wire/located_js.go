package wire

// located returns the path of a player's file: in a browser, the files of a player are in the folder /bot of its program.
func located(file string) (string, error) { return "/bot/" + file, nil }
