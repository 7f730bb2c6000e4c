/**
 * Names of resources: type tokens, environments, URNs, monikers. Each is plain data with a printer, and a parser that
 * throws a diagnostic; printing a parsed name gives the same text.
 *
 * Does not depend on stores, programs or the set of existing resources.
 */
export { parseEnvironment, printEnvironment, type Environment } from "./environment.js";
export {
  findByMoniker,
  nameFromScope,
  printMoniker,
  resolveMoniker,
  type Moniker,
  type MonikerCandidate,
  type Scope,
} from "./moniker.js";
export { isProviderType, packageOfType, providerType } from "./provider-type.js";
export { printMonikers, type MonikerFacts, type Monikers } from "./print-monikers.js";
export {
  parseTypeToken,
  printTypeToken,
  rootStackType,
  type TypeGrammar,
  type TypeToken,
} from "./type-token.js";
export {
  checkProject,
  childUrn,
  parseUrn,
  stackOfUrn,
  printUrn,
  typeOfUrn,
  Urn,
  urnOf,
  urnPrinter,
  type UrnPrinter,
  type UrnReading,
} from "./urn.js";
