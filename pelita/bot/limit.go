package bot

// share is the part of its time that a team thinks for. It is small, so that a move takes less than the turn that a busy machine
// gives a program: who is not done by then waits until the others have had theirs.
const share = 0.05
