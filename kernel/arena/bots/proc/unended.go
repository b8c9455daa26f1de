package proc

// Unended returns the beginning of a line whose end the program has not written, and how many bytes of it were read; 0: there is
// none. It may be called from any goroutine.
func (p *Program) Unended() (begin string, length int) {
	p.stdout.mu.Lock()
	defer p.stdout.mu.Unlock()
	return string(p.stdout.begun), p.stdout.open
}
