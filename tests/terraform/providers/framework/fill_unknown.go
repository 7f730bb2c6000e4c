package main

import (
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// fillUnknown gives each unknown value of a plan a value, by its name: `id`, a time for `created_at`, and a text or
// number that occurs only once for others.
func fillUnknown(plan tftypes.Value, id string) (tftypes.Value, error) {
	count := 0
	return tftypes.Transform(plan, func(at *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
		if value.IsKnown() {
			return value, nil
		}
		count++
		name := "element"
		if last, isName := at.LastStep().(tftypes.AttributeName); isName {
			name = string(last)
		}
		return made(value.Type(), name, id, count), nil
	})
}

func made(valueType tftypes.Type, name, id string, count int) tftypes.Value {
	switch shape := valueType.(type) {
	case tftypes.Object:
		members := map[string]tftypes.Value{}
		for member, memberType := range shape.AttributeTypes {
			members[member] = made(memberType, member, id, count)
		}
		return tftypes.NewValue(shape, members)
	case tftypes.Map:
		return tftypes.NewValue(shape, map[string]tftypes.Value{})
	case tftypes.List, tftypes.Set:
		return tftypes.NewValue(shape, []tftypes.Value{})
	}
	switch {
	case valueType.Is(tftypes.Number):
		return tftypes.NewValue(valueType, count)
	case valueType.Is(tftypes.Bool):
		return tftypes.NewValue(valueType, true)
	case name == "id":
		return tftypes.NewValue(tftypes.String, id)
	case name == "created_at":
		return tftypes.NewValue(tftypes.String, time.Now().UTC().Format(time.RFC3339Nano))
	}
	return tftypes.NewValue(tftypes.String, fmt.Sprintf("%s-%d-%s", name, count, id))
}
