import { isError, type Diagnostic } from "../model/index.js";
import type { Run } from "../engine/index.js";

/** Exit codes of `coco`. */
export const exitCodes = {
  /** success, or no changes */
  ok: 0,
  /** failure */
  failed: 1,
  /** the plan has changes (`plan --detailed-exitcode`) */
  changesPresent: 2,
  /** another run holds the lock on the stack, or another command on a project file */
  locked: 3,
  /** a decision is needed: no approval, many objects are missing, or the result of an interrupted create is unknown */
  decisionNeeded: 4,
  /** the store cannot be opened or written: it is missing or full, or its key is missing or wrong */
  storeUnreachable: 5,
  /** another run took over the lock on the stack */
  fenced: 6,
  /** state is corrupted or was modified outside Coconut */
  integrity: 7,
  /** the plan was refused: the stack, the program or the configuration changed since it was made */
  planRefused: 8,
  /** the command line, the project file, the configuration or a stack name is invalid */
  invalidFile: 64,
  /** interrupted */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export function exitCodeOfRun({ ok, diagnostics, unplanned }: Run): ExitCode {
  if (ok) return exitCodes.ok;
  const errors = diagnostics.filter(isError);
  if (errors.length === 0 && unplanned.length > 0) return exitCodes.decisionNeeded;
  return exitCodeOf(errors);
}

/** Returns the exit code for diagnostics. Errors that prevented the run take precedence over errors in the run. */
export function exitCodeOf(diagnostics: readonly Diagnostic[]): ExitCode {
  const found = diagnostics.map(({ code }) => byCode.get(code) ?? exitCodes.failed);
  const whole = found.find((code) => code !== exitCodes.failed && code !== exitCodes.decisionNeeded);
  const isOpen = found.length > 0 && found.every((code) => code === exitCodes.decisionNeeded);
  return whole ?? (isOpen ? exitCodes.decisionNeeded : exitCodes.failed);
}

const byCode: ReadonlyMap<string, ExitCode> = new Map([
  ["store/locked", exitCodes.locked],
  ["engine/wait-interrupted", exitCodes.interrupted],
  ["engine/file-locked", exitCodes.locked],
  ["store/fenced", exitCodes.fenced],
  ["store/integrity", exitCodes.integrity],
  ["store/undecryptable-secret", exitCodes.integrity],
  ["store/rolled-back", exitCodes.integrity],
  ["store/unreadable", exitCodes.storeUnreachable],
  ["store/busy", exitCodes.storeUnreachable],
  ["store/deleted", exitCodes.storeUnreachable],
  ["store/two-files", exitCodes.storeUnreachable],
  ["store/lease-expired", exitCodes.storeUnreachable],
  ["store/write-failed", exitCodes.storeUnreachable],
  ["program/cache-unwritable", exitCodes.storeUnreachable],
  ["store/not-a-stack", exitCodes.storeUnreachable],
  ["store/newer-format", exitCodes.storeUnreachable],
  ["store/no-driver", exitCodes.storeUnreachable],
  ["store/key-missing", exitCodes.storeUnreachable],
  ["store/key-in-project", exitCodes.storeUnreachable],
  ["store/key-wrong", exitCodes.storeUnreachable],
  ["store/key-exposed", exitCodes.storeUnreachable],
  ["store/exposed", exitCodes.storeUnreachable],
  ["engine/plan-outdated", exitCodes.planRefused],
  ["engine/plan-file-unreadable", exitCodes.planRefused],
  ["engine/plan-file-truncated", exitCodes.planRefused],
  ["engine/plan-file-altered", exitCodes.planRefused],
  ["engine/plan-file-newer", exitCodes.planRefused],
  ["engine/plan-file-other-stack", exitCodes.planRefused],
  ["engine/plan-file-used", exitCodes.planRefused],
  ["engine/plan-file-other-program", exitCodes.planRefused],
  ["engine/plan-file-other-outputs", exitCodes.planRefused],
  ["engine/plan-file-other-config", exitCodes.planRefused],
  ["engine/plan-file-other-provider", exitCodes.planRefused],
  ["engine/plan-file-other-code", exitCodes.planRefused],
  ["engine/project-file", exitCodes.invalidFile],
  ["state/malformed-moves", exitCodes.invalidFile],
  ["engine/config-file", exitCodes.invalidFile],
  ["engine/config-key", exitCodes.invalidFile],
  ["engine/config-value", exitCodes.invalidFile],
  ["engine/config-malformed", exitCodes.invalidFile],
  ["engine/config-plain-secret", exitCodes.invalidFile],
  ["engine/config-sealed", exitCodes.invalidFile],
  ["sdk/config-missing", exitCodes.invalidFile],
  ["sdk/config-wrong-type", exitCodes.invalidFile],
  ["store/unknown-location", exitCodes.invalidFile],
  ["store/stack-name", exitCodes.invalidFile],
  ["store/no-stack", exitCodes.invalidFile],
  ["store/other-project", exitCodes.invalidFile],
  ["engine/uncertain", exitCodes.decisionNeeded],
  ["engine/many-missing", exitCodes.decisionNeeded],
]);
