import { expect } from "vitest";
import type { Words } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

/** A value that the program gives later. */
function later(coconut: Words["coconut"]) {
  let give!: (value: unknown) => void;
  const value = coconut.output(new Promise((resolve) => (give = resolve))) as never;
  return { value, give };
}

scenario("two resources that need each other are refused with the way around", async (s) => {
  s.program(({ site, task, coconut }) => {
    const { value, give } = later(coconut);
    const www = site("www", { bucket: value });
    give(task("warm", { command: www.url }).revision);
  });
  const [problem] = await s.plan().fails("engine/cycle");
  expect(problem!.detail).toMatch(
    /Site "www" -> .*Task "warm" -> .*Site "www"|Task "warm" -> .*Site "www" -> .*Task "warm"/,
  );
  await s.apply().fails("engine/cycle");
  expect(s.cloud.effects).toEqual([]);
});

scenario("a long way around is shown from end to end", async (s) => {
  s.program(({ task, coconut }) => {
    const { value, give } = later(coconut);
    let last = task("t0", { command: value });
    for (const name of ["t1", "t2", "t3"]) last = task(name, { command: last.revision });
    give(last.revision);
  });
  const [problem] = await s.plan().fails("engine/cycle");
  for (const name of ["t0", "t1", "t2", "t3"]) expect(problem!.detail).toContain(`"${name}"`);
});

scenario("a resource that needs itself is refused", async (s) => {
  s.program(({ task, coconut }) => {
    const { value, give } = later(coconut);
    give(task("self", { command: value }).revision);
  });
  const [problem] = await s.plan().fails("engine/cycle");
  expect(problem!.detail).toContain('"self"');
});

scenario("what has nothing to do with a circle is planned, but nothing is applied", async (s) => {
  s.program(({ site, task, bucket, coconut }) => {
    bucket("free");
    const { value, give } = later(coconut);
    const www = site("www", { bucket: value });
    give(task("warm", { command: www.url }).revision);
  });
  const found = await s.apply().fails("engine/cycle");
  expect(found).toHaveLength(1);
  expect(s.cloud.effects).toEqual([]);
});

scenario("a circle through dependsOn is one too", async (s) => {
  s.program(({ site, task, coconut }) => {
    const { value, give } = later(coconut);
    const www = site("www", { bucket: value });
    give(task("warm", { command: "go" }, { dependsOn: www }).revision);
  });
  await s.plan().fails("engine/cycle");
});

scenario("a circle that closes only at apply fails there, with the way around", async (s) => {
  s.program(({ bucket, site, task }) => {
    const words: { warm?: { readonly id: unknown } } = {};
    const www = site("www", { bucket: bucket("logs").id.apply(() => words.warm!.id) as never });
    words.warm = task("warm", { command: www.url });
  });
  await s.plan().shows(`
    create bucket logs
    create site www
    create task warm
  `);
  const found = await s.apply().fails("engine/cycle");
  const problem = found.find(({ code }) => code === "engine/cycle")!;
  expect(problem.detail).toContain('"www"');
  expect(problem.detail).toContain('"warm"');
  s.story(`
    create bucket logs
    create site www failed: engine/cycle
    create task warm not started
  `);
  s.cloud.has("bucket logs");
  expect((await s.state()).open.size).toBe(0);
});

scenario("a circle that is taken out of the program leaves nothing behind", async (s) => {
  s.program(({ site, task, coconut }) => {
    const { value, give } = later(coconut);
    const www = site("www", { bucket: value });
    give(task("warm", { command: www.url }).revision);
  });
  await s.apply().fails("engine/cycle");
  s.program(({ site, task }) => task("warm", { command: site("www", { bucket: "none" }).url }));
  await s.apply().succeeds();
});

scenario("a circle through a trigger, or through the id of what is only read, is told", async (s) => {
  s.program(({ bucket, site, coconut }) => {
    const { value, give } = later(coconut);
    give(site("www", { bucket: bucket("logs", {}, { replaceTrigger: value }).arn }).url);
  });
  await s.plan().fails("engine/cycle");
  s.program(({ types, site, coconut }) => {
    const { value, give } = later(coconut);
    give(site("www", { bucket: types.Bucket.get("shared", value).arn }).url);
  });
  await s.plan().fails("engine/cycle");
});
