// Package power says whether the computer runs on its battery, which each system tells in its own way.
package power
