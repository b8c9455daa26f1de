package proc

// Share returns the processors of one seat of a game: its own share of cores, or, where there are too few, one that seats share.
func Share(cores []int, seat, seats int) []int {
	if len(cores) == 0 {
		return nil
	}
	first := seat * len(cores) / seats
	return cores[first:max(first+1, (seat+1)*len(cores)/seats)]
}
