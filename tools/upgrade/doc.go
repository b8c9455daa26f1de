// Package upgrade tests that the programs read what earlier versions of them wrote.
package upgrade
