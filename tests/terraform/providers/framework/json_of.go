package main

import (
	"encoding/json"
	"fmt"
	"math/big"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// jsonOf returns the JSON text of a known value, in the form of Terraform's state files: numbers keep all digits, and
// a value of a dynamic attribute is an object of its type and its value.
func jsonOf(valueType tftypes.Type, value tftypes.Value) (json.RawMessage, error) {
	if value.IsNull() {
		return json.RawMessage("null"), nil
	}
	if !value.IsKnown() {
		return nil, fmt.Errorf("an unknown %s cannot be stored", valueType)
	}
	switch shape := valueType.(type) {
	case tftypes.List:
		return jsonOfElements(value, func(int) tftypes.Type { return shape.ElementType })
	case tftypes.Set:
		return jsonOfElements(value, func(int) tftypes.Type { return shape.ElementType })
	case tftypes.Tuple:
		return jsonOfElements(value, func(index int) tftypes.Type { return shape.ElementTypes[index] })
	case tftypes.Map:
		return jsonOfMembers(value, func(string) tftypes.Type { return shape.ElementType })
	case tftypes.Object:
		return jsonOfMembers(value, func(name string) tftypes.Type { return shape.AttributeTypes[name] })
	}
	if valueType.Is(tftypes.DynamicPseudoType) {
		return jsonOfDynamic(value)
	}
	return jsonOfPrimitive(valueType, value)
}

func jsonOfPrimitive(valueType tftypes.Type, value tftypes.Value) (json.RawMessage, error) {
	switch {
	case valueType.Is(tftypes.String):
		var text string
		if err := value.As(&text); err != nil {
			return nil, err
		}
		return json.Marshal(text)
	case valueType.Is(tftypes.Bool):
		var truth bool
		if err := value.As(&truth); err != nil {
			return nil, err
		}
		return json.Marshal(truth)
	}
	number := &big.Float{}
	if err := value.As(&number); err != nil {
		return nil, err
	}
	return json.RawMessage(number.Text('f', -1)), nil
}

func jsonOfElements(value tftypes.Value, typeAt func(index int) tftypes.Type) (json.RawMessage, error) {
	var elements []tftypes.Value
	if err := value.As(&elements); err != nil {
		return nil, err
	}
	texts := make([]json.RawMessage, len(elements))
	for index, element := range elements {
		text, err := jsonOf(typeAt(index), element)
		if err != nil {
			return nil, err
		}
		texts[index] = text
	}
	return json.Marshal(texts)
}

func jsonOfMembers(value tftypes.Value, typeOf func(name string) tftypes.Type) (json.RawMessage, error) {
	members := map[string]tftypes.Value{}
	if err := value.As(&members); err != nil {
		return nil, err
	}
	texts := make(map[string]json.RawMessage, len(members))
	for name, member := range members {
		text, err := jsonOf(typeOf(name), member)
		if err != nil {
			return nil, err
		}
		texts[name] = text
	}
	return json.Marshal(texts)
}

func jsonOfDynamic(value tftypes.Value) (json.RawMessage, error) {
	text, err := jsonOf(value.Type(), value)
	if err != nil {
		return nil, err
	}
	typeText, err := json.Marshal(value.Type())
	if err != nil {
		return nil, err
	}
	return json.Marshal(map[string]json.RawMessage{"type": typeText, "value": text})
}
