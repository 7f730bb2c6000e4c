import type { Diagnostic } from "../../../model/index.js";
import { childProblem, type ChildEnd, type ChildUse } from "../../child/index.js";
import type { HandshakeFault, HandshakeReason } from "./handshake.js";

/** Returns the diagnostic for a provider that did not start. */
export function startProblem(end: ChildEnd, use: ChildUse, fault: HandshakeFault | undefined): Diagnostic {
  const found = childProblem(end, use);
  const reason = fault?.reason ?? (refusedCaller(end) ? "other-program" : undefined);
  return reason === undefined ? found : { ...found, hint: hints[reason](use.command) };
}

/** A plugin for another host exits at once, and says that it is not meant to be run by hand. */
function refusedCaller({ stderr }: ChildEnd): boolean {
  return stderr.some((line) => line.startsWith("This binary is a plugin."));
}

const hints: { readonly [Each in HandshakeReason]: (command: string) => string } = {
  "other-program": (command) =>
    `Check that this file is a provider for Terraform or OpenTofu:\n    ${command}`,
  "too-old": (command) =>
    `Use a newer version of the provider, which is built for Terraform 0.12 or later:\n    ${command}`,
  unsupported: (command) => `Use another version of the provider, or a newer Coconut:\n    ${command}`,
};
