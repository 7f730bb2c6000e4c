import { expect, test } from "vitest";
import { creation, refusal, sampleMachine } from "../../src/store/conformance/index.js";
import { memoryStore, openStore } from "../../src/store/internal.js";
import { address, request } from "./temporary-folder.js";

/** Two processes on one store: what the second and the first are told. */
test("what is said about stacks and locks says what to do next", async () => {
  const machine = sampleMachine();
  const raw = memoryStore();
  const first = await openStore(raw, machine.process(11));
  const second = await openStore(raw, machine.process(12));
  expect(await refusal(first.open(address, { create: false }), "store/no-stack")).toBe(
    [
      "error store/no-stack: Stack not found",
      '  The store has no stack "dev".',
      "  The store has no stacks yet. The first coco apply creates one.",
    ].join("\n"),
  );
  const stack = await first.open(address, { create: true });
  expect(
    await refusal(first.open({ project: "shop", name: "prod" }, { create: false }), "store/no-stack"),
  ).toContain("Existing stacks: dev.");
  expect(
    await refusal(first.open({ project: "blog", name: "dev" }, { create: false }), "store/no-stack"),
  ).toBe(
    [
      "error store/no-stack: Stack not found",
      '  The store has no stack "dev". A stack of this name belongs to the project shop.',
      "  The project blog has no stacks yet. The first coco apply creates one.",
    ].join("\n"),
  );

  const run = await stack.begin(request);
  const other = await second.open(address, { create: false });
  expect(await refusal(other.begin(request), "store/locked")).toBe(
    [
      "error store/locked: Stack is locked",
      `  Run ${run.runId} holds the lock: ana@here, pid 11, "apply", since 2030-01-01T00:00:00.000Z (1 second ago).`,
      "  Wait for it to finish, or run again with --wait. If it crashes, the next run takes over automatically.",
    ].join("\n"),
  );
  machine.kill(11);
  const next = await other.begin(request);
  expect(await refusal(run.append(creation(1)[0]), "store/fenced")).toContain(
    `Run ${run.runId} lost the lock to run ${next.runId} (ana@here, pid 12, "apply", since`,
  );
});
