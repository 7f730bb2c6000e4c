import type { Sentence } from "../sentence.js";

/** Promises, custom resources and components. */
export const resources: readonly Sentence[] = [
  {
    id: "4.38",
    title: "A value of type Promise<T> represents the",
    says: "A promise is the result of an asynchronous computation; it becomes a value through `output`.",
    shownBy: "test",
  },
  {
    id: "4.39",
    title: "Promises which don't capture metadata (and thus",
    says: "A plain call of a provider's function takes no inputs with outputs inside and answers with a promise, not an output.",
    shownBy: "test",
  },
  {
    id: "4.40",
    title: "Resources are the fundamental unit of Pulumi-managed",
    says: "What a program manages are its resources: each `new` asks for one.",
    shownBy: "test",
  },
  {
    id: "4.41",
    title: "At a high level, resources are divided",
    says: "A resource is either a custom resource or a component.",
    shownBy: "test",
  },
  {
    id: "4.42",
    title: "Custom resources are cloud resources managed by",
    says: "A custom resource is managed by the provider that its type or its options name.",
    shownBy: "test",
    decision: "docs/decisions/0006-providers-are-typescript.md",
  },
  {
    id: "4.43",
    title: "Custom resources have a well-defined lifecycle built",
    says: "What happens to a custom resource follows from the difference between its actual state and its inputs.",
    shownBy: "test",
  },
  {
    id: "4.44",
    title: "They are implemented using Create, Read, Update",
    says: "A custom resource is performed by the create, read, update and delete of its provider.",
    shownBy: "test",
  },
  {
    id: "4.45",
    title: "Component resources are logical groupings of other",
    says: "A component groups other resources, which are its children, and hides how it is made.",
    shownBy: "test",
  },
  {
    id: "4.46",
    title: "Component resources have no associated lifecycle of",
    says: "No provider is called for a component; only its children are created, updated and deleted.",
    shownBy: "test",
  },
  {
    id: "4.47",
    title: "The inputs and outputs of a component",
    says: "The outputs of a component are what its author registers; nothing derives them from its inputs.",
    shownBy: "test",
  },
  {
    id: "4.48",
    title: "Local components are defined using program-level abstractions",
    says: "A local component is a class that extends `ComponentResource`.",
    shownBy: "test",
  },
  {
    id: "4.49",
    title: "Remote components are defined by component providers",
    says: "A remote component is made by its provider, which registers the children with the engine.",
    shownBy: "test",
  },
];
