/**
 * Wraps hosts, packages and configured providers: every member of the contract is passed on unless a hook takes it. All
 * wrappers of the contract are made with it, so that a new member is added here once.
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
