import { DiagnosticError, isDiagnosticError, parseTypeToken, type Diagnostic } from "../../model/index.js";
import { problem } from "../diagnostics.js";

/**
 * Throws if the type of a component that the program itself defines is invalid. Types of packages follow the rules of
 * their packages.
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
  const how = "Use letters, digits and _ in package, module and type name, and begin each with a letter:";
  const kept =
    proposed === undefined
      ? ""
      : `\nIf a stack already has components of the old type, add an alias to their options to keep them:\n    aliases: [{ type: ${JSON.stringify(type)} }]`;
  return problem("sdk/malformed-type", {
    detail: fault,
    hint: `${how}\n    super(${JSON.stringify(proposed ?? "shop:web:Site")}, name, args, options)${kept}`,
  });
}

/** Returns the type with `_` for every invalid character. */
function proposal(type: string): string {
  return type
    .split(":")
    .map((part) => part.replaceAll(/[^\p{L}\p{Nd}_]/gu, "_").replace(/^(?!\p{L})/u, "m"))
    .join(":");
}
