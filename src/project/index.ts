/**
 * Rewrites files of a project, each under a lock: the configuration of a stack, `coconut.<stack>.json`, and the
 * recorded renames that all its stacks follow, `coconut.moves.json`.
 *
 * Effects. Imports: model, state, store. Never writes an unencrypted secret, and never quotes the content of a file.
 */
export { configFileName, readConfigFile, rewriteConfigFile } from "./config-file.js";
export { cannotOpen, keyFault, notAKey, notAValue } from "./config-problem.js";
export { configValueOf, type ConfigType } from "./config-value-of.js";
export { fullKey, isSecretForm, type ConfigValue } from "./config-values.js";
export { withMember, withoutMember } from "./edit-config.js";
export { withoutSectionMember, withSectionMember } from "./edit-section.js";
export { openConfig, openConfigFile, resealConfigFile } from "./open-config.js";
export { memberProblems, type ConfigMember } from "./parse-config.js";
export { isSealedText, openConfigValue, sealConfigValue, type ConfigSealing } from "./sealed-config-value.js";
export { movesFile } from "./moves-file.js";
export { rewriteFile, withFileLock, type FilePorts } from "./rewrite-file.js";
