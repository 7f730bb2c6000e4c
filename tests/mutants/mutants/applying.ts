import type { Mutant } from "../mutant.js";

/** Mistakes one could make in carrying a plan out. */
export const applyingMutants: readonly Mutant[] = [
  {
    name: "a replacement is validated after its delete",
    file: "src/engine/applying/steps/removal-steps.ts",
    find: "await this.#ports.replacements.validate(walked, asked);",
    replace: "",
  },
  {
    name: "equivalence is skipped in the premise",
    file: "src/engine/applying/steps/check-premises.ts",
    find: "}) ?? false,",
    replace: "}) && false,",
  },
  {
    name: "premises are not checked",
    file: "src/engine/applying/steps/check-premises.ts",
    find: "throw new DiagnosticError(brokenPremise(",
    replace: "new DiagnosticError(brokenPremise(",
  },
  {
    name: "the call does not wait for its intent",
    file: "src/apply/perform-create.ts",
    find: 'await journal.append({\n    event: {\n      kind: "intent",',
    replace: 'void journal.append({\n    event: {\n      kind: "intent",',
  },
  {
    name: "a failed create leaves its row",
    file: "src/apply/perform-create.ts",
    find: "changes: afterDelete(creating(), task.remains()),",
    replace: "changes: [],",
  },
  {
    name: "the replaced object is dropped instead of doomed",
    file: "src/apply/perform-create.ts",
    find: 'if (by === "doom")',
    replace: "if (false)",
  },
  {
    name: "a deleted object that owes a successor is forgotten",
    file: "src/apply/perform-delete.ts",
    find: 'if (remains === "owed")',
    replace: "if (false)",
  },
  {
    name: "a step is told of before what it waits for has ended",
    file: "src/engine/applying/ordered-events.ts",
    find: "if (needs.some((need) => this.#open.has(need) && !this.#ends.has(need))) return false;",
    replace: "",
  },
  {
    name: "a failure does not stop dispatch",
    file: "src/apply/run-steps.ts",
    find: 'else if (result !== "not-started" && !this.#dispatch.continueOnError) this.#stop.abort();',
    replace: "",
  },
  {
    name: "dependents of a failed step are performed",
    file: "src/apply/run-steps.ts",
    find: 'if (result === "done" || result === "skipped") this.#ready.done(step.id);',
    replace: "if (result) this.#ready.done(step.id);",
  },
  {
    name: "a broken promise of a provider goes unnoticed",
    file: "src/engine/applying/steps/resource-steps.ts",
    find: "if (broken.length > 0 && this.#isRead(registration)) {",
    replace: "if (false) {",
  },
  {
    name: "a plan is applied although the stack has moved",
    file: "src/engine/stack.ts",
    find: "if (run.snapshot.head !== approved.plan.base)",
    replace: "if (false)",
  },
  {
    name: "a premise shows a secret",
    file: "src/engine/applying/apply-problem.ts",
    find: 'if (isSecret(value) || containsSecret(value)) return "[secret]";',
    replace: "",
  },
  {
    name: "an update that turned out to change nothing is made",
    file: "src/engine/applying/steps/resource-steps.ts",
    find: 'if (now.action === "record") {',
    replace: "if (false) {",
  },
  {
    name: "an update does not wait for its intent",
    file: "src/apply/perform-update.ts",
    find: 'await journal.append({\n    event: {\n      kind: "intent",',
    replace: 'void journal.append({\n    event: {\n      kind: "intent",',
  },
  {
    name: "a delete does not wait for its intent",
    file: "src/apply/perform-delete.ts",
    find: 'await journal.append({\n    event: { kind: "intent",',
    replace: 'void journal.append({\n    event: { kind: "intent",',
  },
  {
    name: "an outcome that could not be recorded is passed over",
    file: "src/engine/applying/steps/resource-steps.ts",
    find: "slot.handOver();\n    await performed.durable;",
    replace: "slot.handOver();\n    await performed.durable.catch(() => {});",
  },
  {
    name: "an outcome is recorded without its rows",
    file: "src/apply/perform-update.ts",
    find: '        changes: [\n          { put: "resource", row: resource },\n          { put: "object", row },\n        ],',
    replace: "        changes: [],",
  },
  {
    name: "what goes with a replacement is not marked in its commit",
    file: "src/apply/perform-create.ts",
    find: ", ...(task.taints ?? []).map(tainted)],",
    replace: "],",
  },
  {
    name: "an id that is told is not recorded",
    file: "src/apply/perform-create.ts",
    find: '    journal.append({\n      event: { kind: "identified", operation, id },\n      changes: [{ put: "object", row: creating(id) }],\n    });',
    replace: "    Promise.resolve(void id);",
  },
  {
    name: "what may have happened counts as failed",
    file: "src/provider/typed/change-object.ts",
    find: 'kind: isUncertain ? "uncertain" : "failed"',
    replace: 'kind: isUncertain ? "failed" : "failed"',
  },
  {
    name: "what is left while it hangs counts as failed",
    file: "src/apply/unless-left.ts",
    find: 'return { kind: "uncertain",',
    replace: 'return { kind: "failed",',
  },
  {
    name: "a delete that nobody has answered counts as made",
    file: "src/apply/perform-delete.ts",
    find: "switch (outcome.kind) {",
    replace: 'switch (outcome.kind === "uncertain" ? "ok" : outcome.kind) {',
  },
  {
    name: "a read that is refused is an absence",
    file: "src/provider/typed/read-object.ts",
    find: "if (!result.ok) return rejected(result.diagnostics);\n  const { answer } = result;",
    replace: 'if (!result.ok) return { kind: "absent" };\n  const { answer } = result;',
  },
];
