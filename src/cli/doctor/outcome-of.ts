import { integrityCheck } from "./checks/index.js";
import type { Finding } from "./finding.js";

/** What findings come to: state that is not what was written outweighs everything. */
export function outcomeOf(findings: readonly Finding[]): "ok" | "failed" | "integrity" {
  const problems = findings.filter(({ state }) => state === "problem");
  if (problems.some(({ name }) => name === integrityCheck)) return "integrity";
  return problems.length > 0 ? "failed" : "ok";
}
