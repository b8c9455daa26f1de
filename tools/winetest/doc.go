// Package winetest runs the programs for Windows under Wine.
package winetest
