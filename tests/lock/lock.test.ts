import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StorePorts } from "../../src/store/internal.js";
import { openIn, portsIn, request, temporaryFolder } from "../store/temporary-folder.js";
import { Random } from "../simulation/random.js";
import { isFullProof, proved } from "../support/proof.js";
import { inGuise, type Guise } from "./guise.js";
import { buildPuppet, Puppet } from "./puppet.js";
import { Referee, type Unseen } from "./referee.js";

beforeAll(buildPuppet);

const figures = {
  processesAtOnce: 0,
  acquisitions: 0,
  doubleHolders: 0,
  lostUpdates: 0,
  refusals: 0,
  stopped: 0,
  killedHolders: 0,
  staleWritesRefused: 0,
  staleWritesAccepted: 0,
};
afterAll(() => proved("lock", figures));

const longest = 120 * 60_000;

/** Ports that tell what came of locking a file. */
function lockingSeen(ports: StorePorts, asked: unknown[]): StorePorts {
  const lockFile = async (path: string) => {
    const locked = await ports.processes.lockFile!(path);
    asked.push(typeof locked === "string" ? locked : "free");
    return locked;
  };
  const { self, startTimeOf } = ports.processes;
  return { ...ports, processes: { self, startTimeOf, lockFile } };
}

async function judged(referee: Referee, folder: string, unseen: Partial<Unseen> = {}): Promise<void> {
  const { lostUpdates, problems } = await referee.judge(await openIn(folder), {
    counts: 0,
    runs: 0,
    ...unseen,
  });
  figures.acquisitions += referee.acquisitions;
  figures.doubleHolders += referee.doubleHolders;
  figures.lostUpdates += lostUpdates;
  figures.refusals += referee.refusals;
  expect({ doubleHolders: referee.doubleHolders, lostUpdates, problems }).toEqual({
    doubleHolders: 0,
    lostUpdates: 0,
    problems: [],
  });
}

describe("many processes", () => {
  test(
    "compete for one stack: one at a time has it, and nothing that it counts is lost",
    async () => {
      const folder = temporaryFolder();
      const wanted = isFullProof ? 10_000 : 240;
      const referee = new Referee();
      // Some are in containers, and see neither the names nor the processes of the others.
      const guises: Guise[] = [
        {},
        {},
        {},
        {},
        {},
        { host: "c1", seen: "none" },
        { host: "c2", seen: "none" },
        { seen: "none" },
      ];
      await openIn(folder);
      const puppets = await Promise.all(guises.map((guise) => Puppet.start(folder, guise)));
      await Promise.all(
        puppets.map(async (puppet, index) => {
          const random = new Random(index);
          while (referee.acquisitions < wanted) {
            if (await referee.begins(puppet)) {
              await puppet.counts(1 + random.below(3));
              await referee.ends(puppet);
            }
            await pause(random.below(60));
          }
        }),
      );
      expect(referee.refusals).toBeGreaterThan(wanted / 10);
      await judged(referee, folder);
      figures.processesAtOnce = puppets.length;
    },
    longest,
  );
});

describe("a process that is stopped", () => {
  const others: Record<string, Guise> = {
    "beside it": {},
    "in a container of its own": { host: "c1", seen: "none" },
    "in a container of the same name": { seen: "none" },
    "of a user who is not shown when it began": { seen: "hidden" },
  };

  const places: Record<string, (puppet: Puppet) => Promise<() => Promise<void>>> = {
    "between two records": async (puppet) => {
      await puppet.stop();
      return async () => puppet.goOn();
    },
    "in the middle of a commit": async (puppet) => {
      await puppet.does("stop-in-next-commit");
      const counting = puppet.counts(1);
      await puppet.hasStopped();
      return async () => {
        puppet.goOn();
        await counting;
      };
    },
    "with records that wait for a commit": async (puppet) => {
      await puppet.does("stop-in-next-commit");
      const counting = puppet.tell({ kind: "count-at-once", times: 600 });
      await puppet.hasStopped();
      return async () => {
        puppet.goOn();
        expect(await counting).toEqual({ answer: {} });
      };
    },
  };

  /** Whoever comes, and whatever they see of it, is refused. */
  const expectHeld = async (folder: string, puppet: Puppet) => {
    for (const guise of Object.values(others)) {
      const stack = await openIn(folder, inGuise(portsIn(folder), guise));
      expect((await stack.read()).holder?.pid).toBe(puppet.pid);
      await expect(stack.begin(request)).rejects.toThrow(`pid ${puppet.pid}, "apply"`);
      await stack.close();
    }
  };

  test.each(Object.entries(places))("%s has what it has, and ends well", async (_, stop) => {
    const folder = temporaryFolder();
    const referee = new Referee();
    const puppet = await Puppet.start(folder);
    expect(await referee.begins(puppet)).toBe(true);
    await puppet.counts(2);
    const goOn = await stop(puppet);
    figures.stopped++;
    await expectHeld(folder, puppet);
    await goOn();
    await puppet.counts(2);
    await referee.ends(puppet);
    await judged(referee, folder);
  });

  test("in the commit that ends its run still has it, and has ended when it goes on", async () => {
    const folder = temporaryFolder();
    const referee = new Referee();
    const puppet = await Puppet.start(folder);
    await referee.begins(puppet);
    await puppet.does("stop-in-next-commit");
    const ending = referee.ends(puppet);
    await puppet.hasStopped();
    figures.stopped++;
    await expectHeld(folder, puppet);
    puppet.goOn();
    expect(await ending).toBe(true);
    const stack = await openIn(folder);
    await (await stack.begin(request)).end("succeeded", {});
  });

  test("before its run is written down is nobody yet: the stack is in use", async () => {
    const folder = temporaryFolder();
    const stack = await openIn(folder);
    const puppet = await Puppet.start(folder);
    await puppet.does("stop-in-next-commit");
    const beginning = puppet.tell({ kind: "begin" });
    await puppet.hasStopped();
    figures.stopped++;
    await expect(stack.begin(request)).rejects.toThrow("store/busy");
    puppet.goOn();
    expect(await beginning).toMatchObject({ answer: { epoch: 1 } });
    await puppet.does("end");
  });
});

describe("a process that is killed", () => {
  test(
    "anywhere is taken over at once by who comes next, whatever it was called, and what it was told is kept",
    async () => {
      const folder = temporaryFolder();
      const wanted = isFullProof ? 100 : 15;
      const random = new Random(7);
      const referee = new Referee();
      const asked: unknown[] = [];
      const next = await openIn(folder, lockingSeen(portsIn(folder), asked));
      let takenOver = 0;
      let kills = 0;
      for (; takenOver < wanted; kills++) {
        const guise: Guise = [{}, { host: `c${kills}`, seen: "none" as const }, { seen: "none" as const }][
          kills % 3
        ]!;
        const puppet = await Puppet.start(folder, guise);
        const working = (async () => {
          while (await referee.begins(puppet)) {
            await puppet.tell({
              kind: kills % 2 === 0 ? "count" : "count-at-once",
              times: 1 + random.below(5),
            });
            if (!(await referee.ends(puppet))) break;
          }
        })();
        await puppet.hasTold(random.below(8));
        await pause(random.below(4));
        await referee.kills(puppet);
        await working;
        // Whoever has been killed has also left.
        referee.leaves(puppet);
        const run = await next.begin(request);
        expect(asked.splice(0), "what it heard of the file: it was free at once").toEqual(["free"]);
        if (run.tookOver?.pid === puppet.pid) takenOver++;
        await run.end("succeeded", {});
      }
      figures.killedHolders += takenOver;
      // A killed one may not have told of what it last did; each was followed by a run of this process.
      await judged(referee, folder, { counts: 5 * kills, runs: 2 * kills });
    },
    longest,
  );

  test(
    "among many that compete leaves the stack to them",
    async () => {
      const folder = temporaryFolder();
      await openIn(folder);
      const wanted = isFullProof ? 100 : 8;
      const random = new Random(11);
      const referee = new Referee();
      let kills = 0;
      const compete = async (index: number) => {
        while (kills < wanted) {
          const puppet = await Puppet.start(folder, index === 0 ? { host: "c1", seen: "none" } : {});
          for (let isAlive = true; isAlive && kills < wanted;) {
            if (await referee.begins(puppet)) {
              const counting = puppet.tell({ kind: "count", times: 1 + random.below(4) });
              if (random.below(4) === 0) {
                await pause(random.below(6));
                kills++;
                await referee.kills(puppet);
                isAlive = false;
              }
              await counting;
              if (isAlive) await referee.ends(puppet);
            }
            await pause(random.below(10));
          }
        }
      };
      await Promise.all([0, 1, 2, 3].map(compete));
      const last = await (await openIn(folder)).begin(request);
      await last.end("succeeded", {});
      figures.killedHolders += kills;
      await judged(referee, folder, { counts: kills, runs: 1 });
    },
    longest,
  );
});

describe("a process that was taken over although it lives", () => {
  test(
    "writes nothing any more, and does not give back what it has not",
    async () => {
      const rounds = isFullProof ? 50 : 4;
      const folder = temporaryFolder();
      // As from a container of the same name, on a drive that has no locks.
      const deceived = await openIn(folder, inGuise(portsIn(folder), { seen: "none", lockless: true }));
      const honest = await openIn(folder);
      const stale = await Puppet.start(folder);
      for (let round = 1; round <= rounds; round++) {
        await stale.does("begin");
        await stale.counts(1);
        const run = await deceived.begin(request);
        expect(run.tookOver?.pid).toBe(stale.pid);
        const before = JSON.stringify([await honest.read(), await honest.journal()]);
        const orders = [
          { kind: "count-at-once", times: 3 },
          { kind: "count", times: 1 },
          { kind: "end" },
        ] as const;
        for (const order of orders) {
          const outcome = await stale.tell(order);
          const isRefused = outcome !== "killed" && "refused" in outcome;
          figures[isRefused ? "staleWritesRefused" : "staleWritesAccepted"]++;
          expect(outcome).toMatchObject({
            refused: [
              { code: "store/fenced", detail: expect.stringContaining(`to run ${run.runId} (`) as string },
            ],
          });
        }
        expect(JSON.stringify([await honest.read(), await honest.journal()])).toBe(before);
        await run.append({ event: { kind: "recorded", what: "mine" }, changes: [] });
        await run.end("succeeded", {});
      }
      const { snapshot } = await honest.read();
      expect(snapshot.outputs).toEqual({ count: rounds });
      expect(stale.counted).toEqual(Array.from({ length: rounds }, (_, index) => index + 1));
      expect(await honest.verify()).toEqual([]);
    },
    longest,
  );
});
