//go:build !lean || web

package main

import (
	"errors"
	"fmt"

	"go.yaml.in/yaml/v3"
)

// maxYAML is the size of the largest configuration, in bytes: a node takes some hundred times what it takes in the file.
const maxYAML = 1 << 20

// parseYAML reads a map. Its values are maps, lists ([]any) and scalars as they are written (string; nil for null and for
// nothing). A scalar's type in YAML does not matter, because a seed may have any number of digits.
func parseYAML(text string) (map[string]any, error) {
	if len(text) > maxYAML {
		return nil, fmt.Errorf("%d bytes: want at most %d", len(text), maxYAML)
	}
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(text), &document); err != nil {
		return nil, err
	}
	if len(document.Content) == 0 {
		return nil, errors.New("line 1: want keys and values")
	}
	value, err := yamlValue(document.Content[0])
	if err != nil {
		return nil, err
	}
	top, ok := value.(map[string]any)
	if !ok {
		return nil, errors.New("line 1: want keys and values")
	}
	return top, nil
}

func yamlValue(n *yaml.Node) (any, error) {
	switch {
	case n.Kind == yaml.ScalarNode && n.Tag == "!!null":
		return nil, nil
	case n.Kind == yaml.ScalarNode:
		return n.Value, nil
	case n.Kind == yaml.SequenceNode:
		list := []any{}
		for _, item := range n.Content {
			value, err := yamlValue(item)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		return list, nil
	case n.Kind == yaml.MappingNode:
		object := map[string]any{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			value, err := yamlValue(n.Content[i+1])
			if err != nil {
				return nil, err
			}
			object[n.Content[i].Value] = value
		}
		return object, nil
	}
	return nil, fmt.Errorf("line %d: want texts, numbers, lists and maps only", n.Line) // no aliases: they can grow without bound
}
