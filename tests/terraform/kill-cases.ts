import type { ProbeName } from "./support/probe-project.js";

/** A process that is ended with SIGKILL while a real provider works. */
export interface Kill {
  readonly victim: "provider" | "coco";
  readonly probe: ProbeName;
}

const probes: readonly ProbeName[] = ["framework", "sdk"];

export const kills: readonly Kill[] = probes.flatMap((probe) => [
  { victim: "provider", probe } as const,
  { victim: "coco", probe } as const,
]);

/** The kills of a call that changes an object, before and after its effect. */
export const killMoments = kills.flatMap((each) => [
  { ...each, after: false, when: "before" },
  { ...each, after: true, when: "after" },
]);

/** The calls during which a process is killed, each with its tests in crash.test.ts. */
export const killPhases = {
  plan: { cases: kills, behavior: "nothing changes; the next plan is complete" },
  read: { cases: kills, behavior: "nothing changes; the next refresh is complete" },
  create: {
    cases: killMoments,
    behavior:
      "the create is uncertain and not repeated; `coco recover` adopts the object or records that there is none",
  },
  update: { cases: killMoments, behavior: "the next run reads the object and completes the update" },
  delete: {
    cases: killMoments,
    behavior: "the next run reads the object, and deletes it if it still exists",
  },
} as const;
