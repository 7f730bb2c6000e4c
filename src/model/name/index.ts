/**
 * What resources are called: type tokens, environments, URNs, monikers. Each is plain data with a parser that
 * refuses by diagnostic and a printer; printing what was parsed gives the same text.
 *
 * Knows nothing of stores, programs or which resources exist.
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
