import { describe, expect, test } from "vitest";
import type { PlanOptions } from "../../src/engine/index.js";
import { newScenario, type Scenario, type Words } from "../support/scenario/index.js";

/** What the world did since the bucket was made. */
const world: Record<string, (s: Scenario) => void> = {
  "no drift": () => {},
  drift: (s) => s.cloud.drifts("bucket logs", { acl: "public" }),
  gone: (s) => s.cloud.loses("bucket logs"),
  volatile: (s) => s.cloud.drifts("bucket logs", { size: 17 }),
};

/** What the program asks for since then. */
const program: Record<string, (words: Words, id: string) => unknown> = {
  same: ({ bucket }) => bucket("logs"),
  update: ({ bucket }) => bucket("logs", { tags: { a: "b" } }),
  replace: ({ bucket }) => bucket("logs", { region: "us" }),
  delete: () => {},
  external: ({ types }, id) => types.Bucket.get("logs", id),
};

/** How it is planned. */
const planning: Record<string, { readonly options: PlanOptions; readonly refreshes: boolean }> = {
  plan: { options: {}, refreshes: false },
  "refresh, then plan": { options: {}, refreshes: true },
  "without reading": { options: { refresh: false }, refreshes: false },
};

/** For each way of planning, in their order, what is decided; `-` where there is nothing left to decide over. */
const decisions = `
            same                 update                  replace                   delete                  external
  no drift  same   same   same   update update update    replace replace replace   delete delete delete    read    read    read
  drift     update update same   update update update    replace replace replace   delete delete delete    read    read    read
  gone      create create same   create create update    create  create  replace   forget -      delete    refused refused refused
  volatile  same   same   same   update update update    replace replace replace   delete delete delete    read    read    read
`;

const cells = decisions
  .trim()
  .split("\n")
  .slice(1)
  .flatMap((line) => {
    const [state, ...row] = line.trim().split(/ {2,}|(?<!no) /);
    const asked = Object.keys(program).flatMap((change) =>
      Object.keys(planning).map((way) => [state!, change, way] as const),
    );
    return asked.map(([...cell], index) => [...cell, row[index]!] as const);
  });

describe("what happened to the object × what the program asks for × how it is planned", () => {
  test("every cell of the table is there", () => {
    expect(cells.length).toBe(60);
    expect(new Set(cells.map(([state]) => state))).toEqual(new Set(Object.keys(world)));
  });

  test.each(cells)("%s, %s, %s: %s", async (state, change, way, decision) => {
    const s = await newScenario();
    const { options, refreshes } = planning[way]!;
    const id = change === "external" ? s.cloud.adds("bucket logs") : "";
    s.program((words) => program[change === "external" ? "external" : "same"]!(words, id));
    await s.apply().succeeds();
    world[state]!(s);
    s.program((words) => program[change]!(words, id));
    if (refreshes) await s.refresh().succeeds();

    expect(await decided(s, options)).toBe(decision);
    if (decision === "refused") {
      await s.apply(options).fails("engine/not-found");
      expect(await decided(s, options)).toBe("refused");
      return;
    }
    // An update that did not look finds nothing to update: it fails, and the next run that looks mends it.
    const isBlind = state === "gone" && decision === "update";
    if (isBlind) await s.apply(options).fails();
    await (isBlind ? s.apply() : s.apply(options)).succeeds();
    if (refreshes) await s.refresh().succeeds();
    const before = await s.state();
    await s.apply(options).changesNothing();
    const after = await s.state();
    expect([...after.objects]).toEqual([...before.objects]);
    expect([...after.resources]).toEqual([...before.resources]);
    await s.close();
  });
});

async function decided(s: Scenario, options: PlanOptions): Promise<string> {
  const stack = await s.stack();
  try {
    const { changes } = await stack.plan(options);
    return changes.map(({ action }) => action).join(" ") || "-";
  } catch {
    return "refused";
  }
}
