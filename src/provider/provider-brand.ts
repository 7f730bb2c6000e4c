import type { SourcePosition } from "../model/index.js";
import type { Provider } from "./provider.js";

/** Shared by all copies of the package in a process. */
const brand = Symbol.for("coconut.Provider");

/** A provider whose types of configuration and client do not matter. */
export type AnyProvider = Provider<never, unknown>;

/** Where `defineProvider` was called. Read from the stack only when it is asked for. */
interface DefinitionSite {
  readonly position: SourcePosition | undefined;
}

export function brandProvider(provider: object, site: DefinitionSite): void {
  Object.defineProperty(provider, brand, { value: site });
}

export function isProvider(value: unknown): value is AnyProvider {
  return typeof value === "object" && value !== null && brand in value;
}

/** The place of the `defineProvider` call: tells which module a provider belongs to. */
export function positionOfProvider(provider: AnyProvider): SourcePosition | undefined {
  return (provider as object as { readonly [brand]: DefinitionSite })[brand].position;
}
