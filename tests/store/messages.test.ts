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
      "error store/no-stack: There is no stack of this name",
      '  There is no stack "dev" in this store.',
      "  No stack was made yet. The first apply makes one.",
    ].join("\n"),
  );
  const stack = await first.open(address, { create: true });
  expect(
    await refusal(first.open({ project: "shop", name: "prod" }, { create: false }), "store/no-stack"),
  ).toContain("These exist: dev.");
  expect(
    await refusal(first.open({ project: "blog", name: "dev" }, { create: false }), "store/no-stack"),
  ).toBe(
    [
      "error store/no-stack: There is no stack of this name",
      '  There is no stack "dev" in this store. The one of this name belongs to the project shop.',
      "  The project blog has no stack yet. The first apply makes one.",
    ].join("\n"),
  );

  const run = await stack.begin(request);
  const other = await second.open(address, { create: false });
  expect(await refusal(other.begin(request), "store/locked")).toBe(
    [
      "error store/locked: Another run is changing the stack",
      `  Run ${run.runId} holds the stack: ana@here, pid 11, "apply", since 2030-01-01T00:00:00.000Z (1 second ago).`,
      "  Wait until it has ended, or run with --wait. If it dies, the next run takes over by itself.",
    ].join("\n"),
  );
  machine.kill(11);
  const next = await other.begin(request);
  expect(await refusal(run.append(creation(1)[0]), "store/fenced")).toContain(
    `Run ${run.runId} lost its lock to run ${next.runId} (ana@here, pid 12, "apply", since`,
  );
});
