// Writes the cases of go-cty.jsonl: values as go-cty encodes them. Each line is a JSON object with the type, the value as
// MessagePack in hex, and as JSON of a state file if the value is wholly known. To make the file again,
// copy this file into an empty folder as main.go and run there:
//
//	go mod init cases && go get github.com/zclconf/go-cty@v1.18.1 && go run . > go-cty.jsonl
package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	"github.com/zclconf/go-cty/cty/msgpack"
)

type testCase struct {
	Name    string          `json:"name"`
	Type    json.RawMessage `json:"type"`
	Msgpack string          `json:"msgpack"`
	State   string          `json:"state,omitempty"`
}

var output = json.NewEncoder(os.Stdout)

func emit(name string, ty cty.Type, value cty.Value) {
	typeJSON, err := ctyjson.MarshalType(ty)
	check(name, err)
	packed, err := msgpack.Marshal(value, ty)
	check(name, err)
	one := testCase{Name: name, Type: typeJSON, Msgpack: hex.EncodeToString(packed)}
	if state, err := ctyjson.Marshal(value, ty); err == nil {
		one.State = string(state)
	}
	check(name, output.Encode(one))
}

func check(name string, err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, name, err)
		os.Exit(1)
	}
}

func main() {
	output.SetEscapeHTML(false)
	numbers()
	texts()
	collections()
	unknowns()
	dynamics()
}

func numbers() {
	for _, text := range []string{
		"0", "-0", "1", "-1", "31", "127", "128", "255", "256", "65535", "65536", "4294967295", "4294967296",
		"-32", "-33", "-128", "-129", "-32768", "-32769", "-2147483648", "-2147483649",
		"9007199254740991", "9007199254740992", "9007199254740993", "-9007199254740991", "-9007199254740993",
		"9223372036854775806", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
		"18446744073709551615", "18446744073709551616", "18446744073709551617", "1e21", "1e22", "1e30", "1e400",
		"123456789012345678901234567890", "-123456789012345678901234567890",
		"0.5", "-0.5", "0.25", "1.5", "3.140625", "0.0009765625", "16777216.5", "0.1", "-0.1", "0.2", "0.3", "1.1", "100.01",
		"0.30000000000000004", "123456789.123456789", "1234567890.12345678901234567890123456789",
		"0.123456789012345678901234567890", "1e-6", "1e-7", "1.5e-7", "5e-324", "1e-400", "1.7976931348623157e308",
		"5.9604644775390625e-8", "9007199254740991.5", "4503599627370497.5", "9007199254740993.25",
	} {
		emit("number "+text, cty.Number, cty.MustParseNumberVal(text))
	}
	for _, number := range []float64{1, 0.5, 1e15, 1e16, 1e22, 2.5e-3} {
		emit(fmt.Sprint("float ", number), cty.Number, cty.NumberFloatVal(number))
	}
	emit("infinity", cty.Number, cty.NumberFloatVal(math.Inf(1)))
	emit("negative infinity", cty.Number, cty.NumberFloatVal(math.Inf(-1)))
	emit("unsigned", cty.Number, cty.NumberUIntVal(math.MaxUint64))
	emit("null number", cty.Number, cty.NullVal(cty.Number))
}

func texts() {
	for _, text := range []string{
		"", "a", "true", "12", strings.Repeat("x", 31), strings.Repeat("x", 32), strings.Repeat("y", 255), strings.Repeat("y", 256),
		"e\u0301", "\u00e9", "\u212b", "Gr\u00f6\u00dfe", "\u65e5\u672c\u8a9e", "\U0001F965", "\U0001F468\u200d\U0001F469",
		strings.Repeat("\u00e9", 15), strings.Repeat("\u00e9", 16), strings.Repeat("e\u0301", 16), "a\x00b", "<a href=\"x\">&\u2028\u2029</a>",
		"tab\tnew\nline\r\b\f\v\u007f\\", "\ufffd", "\uac00\u11a8",
	} {
		emit(fmt.Sprintf("string %.20q", text), cty.String, cty.StringVal(text))
	}
	emit("null string", cty.String, cty.NullVal(cty.String))
	emit("true", cty.Bool, cty.True)
	emit("false", cty.Bool, cty.False)
}

func manyStrings(count int) []cty.Value {
	var values []cty.Value
	for index := 0; index < count; index++ {
		values = append(values, cty.StringVal(fmt.Sprint(index)))
	}
	return values
}

func collections() {
	strs := cty.List(cty.String)
	emit("empty list", strs, cty.ListValEmpty(cty.String))
	emit("list with null", strs, cty.ListVal([]cty.Value{cty.StringVal("a"), cty.NullVal(cty.String)}))
	emit("list of 15", strs, cty.ListVal(manyStrings(15)))
	emit("list of 16", strs, cty.ListVal(manyStrings(16)))
	emit("null list", strs, cty.NullVal(strs))
	emit("empty set", cty.Set(cty.Number), cty.SetValEmpty(cty.Number))
	emit("set of strings", cty.Set(cty.String), cty.SetVal([]cty.Value{cty.StringVal("b"), cty.StringVal("a"), cty.StringVal("b")}))
	emit("set of numbers", cty.Set(cty.Number), cty.SetVal([]cty.Value{cty.NumberIntVal(10), cty.NumberIntVal(9), cty.MustParseNumberVal("0.1")}))
	rule := cty.Object(map[string]cty.Type{"port": cty.Number, "cidrs": cty.Set(cty.String)})
	emit("set of objects", cty.Set(rule), cty.SetVal([]cty.Value{
		cty.ObjectVal(map[string]cty.Value{"port": cty.NumberIntVal(443), "cidrs": cty.SetVal([]cty.Value{cty.StringVal("10.0.0.0/8")})}),
		cty.ObjectVal(map[string]cty.Value{"port": cty.NumberIntVal(80), "cidrs": cty.SetValEmpty(cty.String)}),
		cty.ObjectVal(map[string]cty.Value{"port": cty.NullVal(cty.Number), "cidrs": cty.NullVal(cty.Set(cty.String))}),
	}))
	keyed := map[string]cty.Value{}
	for _, key := range []string{"10", "9", "a", "B", "", "__proto__", "constructor", "\uff5e", "\U0001F965", "\u00e9", "e\u0301x", "z"} {
		keyed[key] = cty.NumberIntVal(int64(len(key)))
	}
	emit("map with odd keys", cty.Map(cty.Number), cty.MapVal(keyed))
	many := map[string]cty.Value{}
	for index, value := range manyStrings(16) {
		many[fmt.Sprint("key", index)] = value
	}
	emit("map of 16", cty.Map(cty.String), cty.MapVal(many))
	emit("empty map", cty.Map(cty.Bool), cty.MapValEmpty(cty.Bool))
	emit("empty object", cty.EmptyObject, cty.EmptyObjectVal)
	emit("empty tuple", cty.EmptyTuple, cty.EmptyTupleVal)
	emit("tuple", cty.Tuple([]cty.Type{cty.String, cty.Number, cty.Bool}), cty.TupleVal([]cty.Value{cty.StringVal("a"), cty.MustParseNumberVal("0.1"), cty.NullVal(cty.Bool)}))
	attributes := map[string]cty.Value{}
	for _, name := range []string{"2", "10", "__proto__", "id", "Id", "toString", "\uff5e", "\U0001F965", "<&>"} {
		attributes[name] = cty.StringVal(name)
	}
	emit("object with odd names", cty.ObjectVal(attributes).Type(), cty.ObjectVal(attributes))
	deep := cty.StringVal("end")
	for range 30 {
		deep = cty.ListVal([]cty.Value{cty.ObjectVal(map[string]cty.Value{"next": deep})})
	}
	emit("deep", deep.Type(), deep)
}

func unknowns() {
	number, text, list := cty.UnknownVal(cty.Number), cty.UnknownVal(cty.String), cty.UnknownVal(cty.List(cty.String))
	emit("unknown", cty.String, text)
	emit("unknown object", cty.Object(map[string]cty.Type{"a": cty.String}), cty.UnknownVal(cty.Object(map[string]cty.Type{"a": cty.String})))
	emit("unknown list", list.Type(), list)
	emit("not null", cty.String, text.RefineNotNull())
	emit("not null bool", cty.Bool, cty.UnknownVal(cty.Bool).RefineNotNull())
	emit("prefix", cty.String, text.Refine().NotNull().StringPrefixFull("arn:aws:").NewValue())
	emit("prefix only", cty.String, text.Refine().StringPrefixFull("https://").NewValue())
	emit("prefix of 13", cty.String, text.Refine().StringPrefixFull("abcdefghijklm").NewValue())
	emit("prefix of 256", cty.String, text.Refine().NotNull().StringPrefixFull(strings.Repeat("p", 256)).NewValue())
	emit("from", cty.Number, number.Refine().NumberRangeLowerBound(cty.NumberIntVal(1), true).NewValue())
	emit("from and to", cty.Number, number.Refine().NotNull().NumberRangeLowerBound(cty.MustParseNumberVal("0.1"), false).NumberRangeUpperBound(cty.MustParseNumberVal("9223372036854775808"), true).NewValue())
	emit("to", cty.Number, number.Refine().NumberRangeUpperBound(cty.MustParseNumberVal("-0.5"), false).NewValue())
	emit("lengths", list.Type(), list.Refine().NotNull().CollectionLengthLowerBound(2).CollectionLengthUpperBound(300).NewValue())
	emit("least length", cty.Map(cty.Bool), cty.UnknownVal(cty.Map(cty.Bool)).Refine().CollectionLengthLowerBound(1).NewValue())
	emit("greatest length", cty.Set(cty.String), cty.UnknownVal(cty.Set(cty.String)).Refine().CollectionLengthUpperBound(3).NewValue())
	emit("unknown in list", cty.List(cty.Number), cty.ListVal([]cty.Value{cty.NumberIntVal(1), number, number.RefineNotNull()}))
	emit("unknown in map", cty.Map(cty.String), cty.MapVal(map[string]cty.Value{"a": text, "b": cty.StringVal("b")}))
	emit("unknown in set", cty.Set(cty.String), cty.SetVal([]cty.Value{cty.StringVal("b"), text}))
}

func dynamics() {
	any := cty.DynamicPseudoType
	emit("dynamic null", any, cty.NullVal(any))
	emit("dynamic unknown", any, cty.DynamicVal)
	emit("dynamic string", any, cty.StringVal("a"))
	emit("dynamic typed null", any, cty.NullVal(cty.List(cty.String)))
	emit("dynamic typed unknown", any, cty.UnknownVal(cty.Number))
	emit("dynamic refined", any, cty.UnknownVal(cty.String).RefineNotNull())
	emit("dynamic number", any, cty.MustParseNumberVal("12345678901234567890.5"))
	manifest := cty.ObjectVal(map[string]cty.Value{
		"kind":  cty.StringVal("Deployment"),
		"<odd>": cty.True,
		"spec": cty.ObjectVal(map[string]cty.Value{
			"replicas": cty.NumberIntVal(3),
			"items":    cty.TupleVal([]cty.Value{cty.StringVal("a"), cty.NumberFloatVal(0.5), cty.EmptyObjectVal}),
		}),
	})
	emit("dynamic object", any, manifest)
	holder := cty.Object(map[string]cty.Type{"id": cty.String, "manifest": any})
	emit("object with dynamic", holder, cty.ObjectVal(map[string]cty.Value{"id": cty.StringVal("x"), "manifest": manifest}))
	emit("tuple with dynamic", cty.Tuple([]cty.Type{any, any}), cty.TupleVal([]cty.Value{cty.StringVal("a"), cty.NullVal(any)}))
	emit("list of dynamic", cty.List(any), cty.ListVal([]cty.Value{cty.StringVal("a"), cty.StringVal("b")}))
}
