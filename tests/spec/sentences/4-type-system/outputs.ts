import type { Sentence } from "../sentence.js";

/** Outputs and inputs. */
export const outputs: readonly Sentence[] = [
  {
    id: "4.72",
    title: "Output<T> is perhaps the most important member",
    says: "An `Output` is a node of the program's graph that produces a value of its type.",
    shownBy: "test",
    decision: "docs/decisions/0008-output-is-data.md",
  },
  {
    id: "4.73",
    title: "An Output<T> value behaves like a Promise<T>",
    says: "An `Output` gives its value later and knows which resources it depends on, whether it is known, and whether it is secret.",
    shownBy: "test",
    decision: "docs/decisions/0008-output-is-data.md",
  },
  {
    id: "4.74",
    title: "If an Output<T> value is the result",
    says: "An output property of a resource depends on that resource.",
    shownBy: "test",
  },
  {
    id: "4.75",
    title: "Output dependencies are transitive: if an Output<T>",
    says: "What an output depends on includes all that its own parts depend on.",
    shownBy: "test",
  },
  {
    id: "4.76",
    title: "Dependency tracking is used to ensure that",
    says: "Resources are created and updated after those that their inputs depend on.",
    shownBy: "test",
  },
  {
    id: "4.77",
    title: "An Output<T> may be unknown if it",
    says: "An output that needs an operation which is not performed, as in a plan, is unknown.",
    shownBy: "test",
  },
  {
    id: "4.78",
    title: "Previews typically produce unknowns for properties with",
    says: "A plan shows as known after apply what only creating or updating the resource can tell.",
    shownBy: "test",
  },
  {
    id: "4.79",
    title: "If a value of type Output<T> is unknown",
    says: "A computation on an unknown value does not run, and its result is unknown.",
    shownBy: "test",
  },
  {
    id: "4.80",
    title: "There are also cases where unknown values",
    says: "The engine itself uses unknowns, for example to find which dependents must be replaced.",
    shownBy: "test",
  },
  {
    id: "4.81",
    title: "An Output<T> may be marked as secret",
    says: "An output may be marked secret.",
    shownBy: "test",
  },
  {
    id: "4.82",
    title: "If a value of type Output<T> is secret",
    says: "What is computed from a secret value is secret.",
    shownBy: "test",
  },
  {
    id: "4.83",
    title: "The partner of Output<T> is Input<T>, which",
    says: "`Input<T>` is exactly `T` or `Output<T>`.",
    shownBy: "test",
  },
  {
    id: "4.84",
    title: "In this manner, input properties may accept",
    says: "An input property takes a plain value or the output of another resource.",
    shownBy: "test",
  },
];
