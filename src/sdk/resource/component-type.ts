import { DiagnosticError, isDiagnosticError, parseTypeToken, type Diagnostic } from "../../model/index.js";
import { problem } from "../diagnostics.js";

/**
 * Refuses a type that a program defines and that is none: that of a component whose class makes it. Types of packages are
 * called as their packages call them.
 */
export function checkComponentType(type: string): void {
  const fault = faultOf(type, "own");
  if (fault !== undefined) throw new DiagnosticError(malformed(type, fault));
}

function faultOf(type: string, grammar: "own" | "ecosystem"): string | undefined {
  try {
    parseTypeToken(type, { grammar });
    return undefined;
  } catch (error) {
    if (isDiagnosticError(error)) return error.diagnostics[0]!.detail;
    throw error;
  }
}

function malformed(type: string, fault: string): Diagnostic {
  const proposed = faultOf(type, "ecosystem") === undefined ? proposal(type) : undefined;
  const how = "Write package, module and type name as letters, digits and _, each beginning with a letter:";
  const kept =
    proposed === undefined
      ? ""
      : `\nIf a stack has components of the type, add an alias to their options, so that they are kept:\n    aliases: [{ type: ${JSON.stringify(type)} }]`;
  return problem("sdk/malformed-type", {
    detail: fault,
    hint: `${how}\n    super(${JSON.stringify(proposed ?? "shop:web:Site")}, name, args, options)${kept}`,
  });
}

/** The type with `_` for everything that cannot stand in it. */
function proposal(type: string): string {
  return type
    .split(":")
    .map((part) => part.replaceAll(/[^\p{L}\p{Nd}_]/gu, "_").replace(/^(?!\p{L})/u, "m"))
    .join(":");
}
