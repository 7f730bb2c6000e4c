import type { Sentence } from "./sentence.js";

/** Document 1: how the fields of custom resources are initialised. */
export const resourceInit: readonly Sentence[] = [
  {
    id: "1.1",
    title: "The class hierarchy is as follows",
    says: "`Resource` is the top; `CustomResource` extends it; a generated or hand-written class extends `CustomResource`.",
    shownBy: "test",
  },
  {
    id: "1.2",
    title: "Note that there are thousands of classes",
    says: "A package may hold thousands of classes that extend `CustomResource`, all of them usable.",
    shownBy: "test",
  },
  {
    id: "1.3",
    title: "Because there are so many, the less",
    says: "A generated class is its constructor and its declared fields; nothing in it initialises a field.",
    shownBy: "test",
  },
  {
    id: "1.4",
    title: "Current design favors reflection to do field",
    says: "The output fields of a subclass are found by looking at the class, without code of its own.",
    shownBy: "test",
  },
  {
    id: "1.5",
    title: "Output<String> Resource.urn",
    says: "Every resource has a field `urn`, an `Output` of a string.",
    shownBy: "test",
  },
  {
    id: "1.6",
    title: "Output<String> CustomResource.id",
    says: "Every custom resource has a field `id`, an `Output` of a string; a component has none.",
    shownBy: "test",
  },
  {
    id: "1.7",
    title: "MyUserResource.{f1,f2...} Output-typed custom fields",
    says: "Each output field that a subclass declares is an `Output`.",
    shownBy: "test",
  },
  {
    id: "1.8",
    title: "For this discussion, we can think of",
    says: "An `Output` resembles a promise only in that its value comes later; it is not one and cannot be awaited.",
    shownBy: "test",
    decision: "docs/decisions/0008-output-is-data.md",
  },
  {
    id: "1.9",
    title: "First, the fields must be set to",
    says: "Right after construction, and already after `super()`, every field holds an `Output` without a value yet.",
    shownBy: "test",
  },
  {
    id: "1.10",
    title: "Second, the Promise must complete either normally",
    says: "Every field completes when the facts arrive: with its value, or exceptionally when there is none to come.",
    shownBy: "test",
  },
  {
    id: "1.11",
    title: "In the Pulumi programming model, both id",
    says: "`id`, `urn` and output fields have no value while the program runs; they get one when engine and provider have answered.",
    shownBy: "test",
  },
  {
    id: "1.12",
    title: "Inits all these fields to non-nil incomplete",
    says: "The constructor of `Resource` sets all of these fields, those that only the subclass knows included.",
    shownBy: "test",
  },
  {
    id: "1.13",
    title: "Starts a background async computation readOrRegisterResource that",
    says: "The constructor of `Resource` also asks for the resource, to be registered or (`get`) read; the answer completes every field.",
    shownBy: "test",
    decision: "docs/decisions/0008-output-is-data.md",
  },
  {
    id: "1.14",
    title: "As a consequence of this design, we",
    says: "The limitation is lifted: a subclass may have further fields and methods of its own.",
    shownBy: "test",
    decision: "docs/decisions/0001-subclass-fields.md",
  },
  {
    id: "1.15",
    title: "If they do, the field initializers may",
    says: "Field initialisers of a subclass run, keep their values, and do not disturb the output fields.",
    shownBy: "test",
    decision: "docs/decisions/0001-subclass-fields.md",
  },
  {
    id: "1.16",
    title: "It is currently understood that users never",
    says: "Users may write classes that extend `CustomResource` by hand, in whichever way their compiler emits fields.",
    shownBy: "test",
    decision: "docs/decisions/0001-subclass-fields.md",
  },
];
