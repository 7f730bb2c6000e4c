import type { Sentence } from "../sentence.js";

export const providers: readonly Sentence[] = [
  {
    id: "2.54",
    title: "Each resource provider plugin corresponds to a",
    says: "A provider belongs to one package and implements all of its resource types, one or more.",
    shownBy: "test",
  },
  {
    id: "2.55",
    title: "written in Go, for all resources within",
    says: "Providers are written in TypeScript instead.",
    shownBy: "decision",
    decision: "docs/decisions/0006-providers-are-typescript.md",
  },
  {
    id: "2.56",
    title: "This plugin is loaded by name and",
    says: "A provider is loaded by the name of its package and runs in the process of the engine.",
    shownBy: "test",
  },
  {
    id: "2.57",
    title: "Each resource is identified dynamically by its",
    says: "The type a resource names as text decides which implementation manages it.",
    shownBy: "test",
  },
  {
    id: "2.58",
    title: "The pulumi/coconut/pkg/resources/Provider interface defines the set of",
    says: "One interface defines what a provider must offer.",
    shownBy: "test",
  },
  {
    id: "2.59",
    title: "The primary operations are the CRUD, and",
    says: "Create, read, update and delete are required: a type without one of them is refused.",
    shownBy: "test",
  },
  {
    id: "2.60",
    title: "while the others are optional but light",
    says: "Everything else is optional, and its absence is no error.",
    shownBy: "test",
  },
  {
    id: "2.61",
    title: "Create() // create a new instance.",
    says: "Create makes a new instance, whose id names it from then on.",
    shownBy: "test",
  },
  {
    id: "2.62",
    title: "Read() // read the resource's current properties.",
    says: "Read answers with the current properties of the object, not the recorded ones.",
    shownBy: "test",
  },
  {
    id: "2.63",
    title: "Update() // update the resource's updateable properties.",
    says: "Update changes properties that can be updated, in place.",
    shownBy: "test",
  },
  {
    id: "2.64",
    title: "Delete() // delete the resource.",
    says: "Delete removes the object.",
    shownBy: "test",
  },
  {
    id: "2.65",
    title: "FetchLog() // fetches logs associated with this",
    says: "Logs of a resource are fetched from its provider.",
    shownBy: "test",
  },
  {
    id: "2.66",
    title: "FetchStats() // fetches performance counters associated with",
    says: "Performance counters of a resource are fetched from its provider.",
    shownBy: "test",
  },
];
