/**
 * The Terraform providers of a project, as commands use them besides calling them: find their programs, install them, and generate
 * the classes of their types.
 *
 * Loaded only for projects that name such providers, and by the commands that install them. Imports: install, typings, adapter.
 */
export {
  describePackage,
  describePackageType,
  type DescribedMemberType,
  type PackageContents,
} from "./describe-package.js";
export { withLock, withoutLock } from "../install/index.js";
export { forgetClasses, generateClasses, hasClasses, restoreClasses } from "./generate-classes.js";
export { locateProgram } from "./locate-program.js";
export { namedProgram, parseSource, recordedSource, type NamedProgram } from "./named-program.js";
export { programDigest } from "../program-digest.js";
export { typingsImport, withImports } from "../typings/index.js";
export { installPorts } from "./install-ports.js";
export {
  installProviders,
  mirrorProviders,
  type InstalledProvider,
  type InstallEvent,
} from "../install/index.js";
export {
  platformName,
  lockFileName,
  shortAddress,
  type LockedProvider,
  type VersionConstraint,
} from "../../../terraform/source/index.js";
