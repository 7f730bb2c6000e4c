/**
 * Wraps hosts, packages and configured providers. Every member of the contract is passed on unless a hook intercepts
 * it. All wrappers of the contract use this folder, so that a new member has to be added only here.
 *
 * Imports: provider/contract.
 */
export { decoratedHost } from "./decorated-host.js";
export { decoratedPackage } from "./decorated-package.js";
export {
  decoratedProvider,
  decoratedSource,
  optionalMembers,
  type OptionalMember,
  type ProviderHooks,
  type QuestionRequest,
} from "./decorated-provider.js";
