// Package webtest tests the pages of kernel/arena/web in a real browser, with all five games. It needs Chromium; without one the
// tests are skipped with a line, and with GRIDIRON_BROWSER=required they fail.
package webtest
