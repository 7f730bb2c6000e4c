/**
 * What the engine asks of providers, and of what finds them. Types only.
 *
 * Imports `model/`, from `sdk/` how components are made, and from its own folder what hooks answer with.
 */
export type * from "./contract.js";
export type * from "./package-host.js";
