import { DiagnosticError, type Diagnostic } from "../../../model/index.js";
import { JSON } from "../../../std/plain-json.js";
import { addressText, parseProviderSource, type ProviderSource } from "../../../terraform/source/index.js";
import { problem } from "../diagnostics.js";

/** The program of a provider in an entry of coconut.json: the path of a file, or a provider to install. */
export type NamedProgram =
  | { readonly kind: "path"; readonly path: string }
  | ({ readonly kind: "source" } & ProviderSource);

/** Parses the argument of a command. Throws a DiagnosticError if it is not the source of a provider. */
export function parseSource(text: string): ProviderSource {
  const parsed = parseProviderSource(text);
  if (parsed.kind === "source") return parsed;
  throw new DiagnosticError(
    problem("provider/terraform-source", {
      detail: parsed.message,
      hint: "Give the address of a provider, and the allowed versions after an @ if not every version will do:\n    coco provider add 'hashicorp/random@~> 3.6'",
    }),
  );
}

/** Parses the entry of a package. Throws a DiagnosticError if it names neither. */
export function namedProgram(name: string, text: string): NamedProgram {
  if (isPath.test(text)) return { kind: "path", path: text };
  const parsed = parseProviderSource(text);
  if (parsed.kind === "source") return parsed;
  throw new DiagnosticError(malformedEntry(name, parsed.message));
}

const isPath = /^(?:\.{0,2}[\\/]|[A-Za-z]:[\\/])/;

/**
 * Returns the text by which records in state name a program. It has no constraint, so that a change of the constraint is no
 * other package.
 */
export function recordedSource(named: NamedProgram): string {
  return named.kind === "path" ? named.path : addressText(named.address);
}

function malformedEntry(name: string, message: string): Diagnostic {
  return problem("provider/terraform-source", {
    detail: `coconut.json names no Terraform provider as package ${name}. ${message}`,
    hint: `Name a provider to install, or the path of a program, which starts with "./", "../" or "/":\n    { "packages": { ${JSON.stringify(name)}: { "terraform": "hashicorp/${name.replace(/^tf_/, "").replaceAll("_", "-")}" } } }`,
  });
}
