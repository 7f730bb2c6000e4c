import type { Sentence } from "../sentence.js";

/** Property paths. */
export const propertyPaths: readonly Sentence[] = [
  {
    id: "4.85",
    title: "A property path is JSONPath-like expression that",
    says: "A property path leads to one or more properties within a set of values.",
    shownBy: "test",
  },
  {
    id: "4.86",
    title: "Property paths are used in many contexts",
    says: "`ignoreChanges` takes property paths, and a provider names by them the properties behind a difference.",
    shownBy: "test",
  },
  {
    id: "4.87",
    title: "root",
    says: "`root` alone is the whole set of values.",
    shownBy: "test",
    decision: "docs/decisions/0004-root-in-property-paths.md",
  },
  {
    id: "4.88",
    title: "root.nested",
    says: "Dots lead to properties by name: `root.nested`, `root.double.nest`.",
    shownBy: "test",
  },
  {
    id: "4.89",
    title: 'root["nested"]',
    says: 'Quoted names in brackets mean the same as dots: `root["nested"]`, `root["double"].nest`, `root["double"]["nest"]`.',
    shownBy: "test",
  },
  {
    id: "4.90",
    title: "root.array[0]",
    says: "A number in brackets is a position: `root.array[0]`, `root.array[100]`.",
    shownBy: "test",
  },
  {
    id: "4.91",
    title: "root.array[0].nested",
    says: "Positions and names follow each other freely: `root.array[0].nested`, `root.array[0][1].nested`, `root.nested.array[0].double[1]`.",
    shownBy: "test",
  },
  {
    id: "4.92",
    title: 'root["key with \\"escaped\\" quotes"]',
    says: "A quoted name may hold escaped quotes.",
    shownBy: "test",
  },
  {
    id: "4.93",
    title: 'root["key with a ."]',
    says: "A dot inside a quoted name is part of it.",
    shownBy: "test",
  },
  {
    id: "4.94",
    title: '["root key with \\"escaped\\" quotes"].nested',
    says: "A path may begin with a quoted name that holds escaped quotes.",
    shownBy: "test",
  },
  {
    id: "4.95",
    title: '["root key with a ."][100]',
    says: "A path may begin with a quoted name that holds a dot, and a position may follow.",
    shownBy: "test",
  },
  {
    id: "4.96",
    title: "root.array[*].field",
    says: "`[*]` stands for every element.",
    shownBy: "test",
  },
  {
    id: "4.97",
    title: 'root.array["*"].field',
    says: '`["*"]` stands for every element too.',
    shownBy: "test",
  },
  {
    id: "4.98",
    title: "Note that property paths use the identifier",
    says: "The top level is called `root`; `$` has no special meaning.",
    shownBy: "test",
    decision: "docs/decisions/0004-root-in-property-paths.md",
  },
  {
    id: "4.99",
    title: "In this codebase, the PropertyPath type is",
    says: "`PropertyPath` is the type of property paths.",
    shownBy: "test",
  },
  {
    id: "4.100",
    title: "A PropertyPath lookup will result in a",
    says: "Looking up a path gives a value of any of the types.",
    shownBy: "test",
  },
  {
    id: "4.101",
    title: "An object PropertyValue can be constructed from",
    says: "An object value is made from a map of keys to values; any key is data.",
    shownBy: "test",
  },
];
