import { DiagnosticError, type Diagnostic } from "../../../model/index.js";
import { shellWord } from "../../../std/shell-word.js";
import { problem } from "../../diagnostics.js";
import { installAll, type FromSource } from "./install-all.js";
import type { InstallReport } from "./installed.js";
import { namedProviders, type NamedProvider } from "./named-providers.js";
import type { ProviderPlace } from "./provider-place.js";

/** The arguments of `coco provider add`. */
export interface AddRequest {
  /** `[host/]namespace/type[@constraint]` */
  readonly source: string;
  /** The name of the package after `tf_`. */
  readonly as?: string;
}

/**
 * Installs a provider, locks its version, names it in coconut.json and generates its classes. Without a constraint, the project
 * accepts later versions with the same major version. For a provider that the project has, changes its constraint.
 */
export async function addProvider({ source, as }: AddRequest, place: ProviderPlace): Promise<InstallReport> {
  const { parseSource } = await import("../../../provider/terraform/project/index.js");
  const { address, constraint } = parseSource(source);
  const known = await namedProviders(place.projectFolder);
  const name = packageName(as ?? address.type.replaceAll("-", "_"));
  const other = known.find((each) => each.name === name);
  if (other !== undefined && !isSame(other, address)) throw new DiagnosticError(nameTaken(other, source));
  const wanted: FromSource = { name, address, constraint, isNamed: false };
  return installAll([wanted], place, constraint === undefined ? "newest" : "locked");
}

type Address = FromSource["address"];

function isSame({ program }: NamedProvider, { host, namespace, type }: Address): boolean {
  if (program.kind === "path") return false;
  const { address } = program;
  return address.host === host && address.namespace === namespace && address.type === type;
}

function packageName(name: string): string {
  const plain = name.replace(/^tf_/, "");
  if (/^[a-z][a-z0-9_]*$/.test(plain)) return `tf_${plain}`;
  throw new DiagnosticError(
    problem("engine/provider-name", {
      detail: `${JSON.stringify(name)} cannot be the name of a package: it starts with a lower-case letter and has only lower-case letters, digits and underscores.`,
      hint: "Give the package another name:\n    coco provider add <source> --as <name>",
    }),
  );
}

function nameTaken({ name, text }: NamedProvider, source: string): Diagnostic {
  return problem("engine/provider-name", {
    detail: `coconut.json has another package ${name} already: ${text}.`,
    hint: `Give this one another name:\n    coco provider add ${shellWord(source)} --as ${name.replace(/^tf_/, "")}2`,
  });
}
