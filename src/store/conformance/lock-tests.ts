import assert from "node:assert/strict";
import { sampleMachine } from "./sample-machine.js";
import { creation } from "./sample-records.js";
import { openSample, refusal, request, type PlaceTest } from "./sample-stack.js";

export const lockTests: Record<string, PlaceTest> = {
  "refuses a second run and names the holder": async (place) => {
    const machine = sampleMachine();
    const [first, second] = [
      await openSample(place, machine.process(11)),
      await openSample(place, machine.process(12)),
    ];
    const run = await first.begin(request);
    const message = await refusal(second.begin(request), "store/locked");
    for (const part of ["ana@here", "pid 11", '"apply"', "since 2030-01-01"])
      assert.ok(message.includes(part));
    await refusal(first.begin(request), "store/locked");
    await run.end("succeeded", {});
    await (await second.begin(request)).end("succeeded", {});
    await first.close();
    await second.close();
  },

  "takes over from a run that died, at once, and says so": async (place) => {
    const machine = sampleMachine();
    const first = await openSample(place, machine.process(11));
    const dead = await first.begin(request);
    await dead.append(creation(1)[0]);
    machine.kill(11);
    const second = await openSample(place, machine.process(12));
    assert.equal((await second.read()).holder, undefined);
    const run = await second.begin(request);
    assert.equal(run.epoch, dead.epoch + 1);
    assert.equal(run.tookOver?.pid, 11);
    assert.equal(run.snapshot.open.size, 1);
    const journal = await second.journal();
    assert.ok(journal.some(({ event }) => event.kind === "takeover" && event.from === dead.runId));
    await run.end("succeeded", {});
    assert.deepEqual(
      (await second.history()).map(({ runId, result }) => [runId, result]),
      [
        [dead.runId, "abandoned"],
        [run.runId, "succeeded"],
      ],
    );
    await first.close();
    await second.close();
  },

  "takes over after the machine was started anew": async (place) => {
    const machine = sampleMachine();
    const stack = await openSample(place, machine.process(11));
    await stack.begin(request);
    const restarted = await openSample(place, sampleMachine("here", "boot 2").process(11));
    const second = await restarted.begin(request);
    assert.equal(second.tookOver?.bootId, "boot 1");
    await second.end("succeeded", {});
    await stack.close();
    await restarted.close();
  },

  "does not judge the processes of another machine": async (place) => {
    const there = sampleMachine("there");
    const first = await openSample(place, there.process(11));
    await first.begin(request);
    there.kill(11);
    const second = await openSample(place, sampleMachine("here").process(12));
    // In a store with leases, the lease of the other run expires.
    const hint = place.expire === undefined ? /on there/ : /its lease expires in \d+ seconds/;
    assert.match(await refusal(second.begin(request), "store/locked"), hint);
    await first.close();
    await second.close();
  },

  "stops a run that has lost its lock": async (place) => {
    const machine = sampleMachine();
    const first = await openSample(place, machine.process(11));
    const sleeper = await first.begin(request);
    machine.kill(11);
    const second = await openSample(place, machine.process(12));
    const run = await second.begin(request);
    const message = await refusal(sleeper.append(creation(1)[0]), "store/fenced");
    assert.ok(message.includes(run.runId) && message.includes("pid 12"));
    await refusal(sleeper.append(creation(2)[0]), "store/fenced");
    await refusal(sleeper.end("failed", {}), "store/fenced");
    assert.equal((await second.read()).snapshot.resources.size, 0);
    await run.end("succeeded", {});
    await first.close();
    await second.close();
  },

  "lets one of many that begin at once through": async (place) => {
    const machine = sampleMachine();
    const stacks = await Promise.all([1, 2, 3, 4].map((pid) => openSample(place, machine.process(pid))));
    const begun = await Promise.allSettled(stacks.map((stack) => stack.begin(request)));
    assert.equal(begun.filter(({ status }) => status === "fulfilled").length, 1);
    for (const each of begun) {
      if (each.status === "rejected") await refusal(Promise.reject(each.reason as Error), "store/locked");
    }
    await Promise.all(stacks.map((stack) => stack.close()));
  },
};
