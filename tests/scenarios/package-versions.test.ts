import { expect } from "vitest";
import { CustomResource, ProviderResource, type ResourceOptions } from "../../src/sdk/index.js";
import { PluginKind, PluginWorld, recordOf } from "../support/plugin-kind.js";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

class Part extends CustomResource {
  constructor(name: string, args: object, options?: ResourceOptions) {
    super("plug:Part", name, { name, ...args }, options);
  }
}

class Plug extends ProviderResource {
  constructor(name: string, config: object, options?: ResourceOptions) {
    super("plug", name, config, options);
  }
}

function plugged(s: Scenario): PluginWorld {
  const world = new PluginWorld(s.cloud);
  s.kinds(new PluginKind(world));
  return world;
}

const twoVersions = (size: number) => () => {
  new Part("old", { size }, { version: "1.0.0" });
  new Part("new", { size }, { version: "2.0.0" });
};

const changes = (world: PluginWorld) =>
  world
    .took()
    .filter((each) => !each.includes("configure"))
    .sort();

async function recorded(s: Scenario): Promise<object> {
  const { objects, resources } = await s.state();
  return Object.fromEntries(
    [...objects.values()].map((each) => [resources.get(each.rid)!.name, each.package]),
  );
}

scenario("two versions of a package manage each their own objects, to the end", async (s) => {
  const world = plugged(s);
  s.program(twoVersions(1));
  await s.apply().succeeds();
  const calls = world.took();
  expect(calls).toEqual(expect.arrayContaining(["1.0.0 configure", "2.0.0 configure"]));
  expect(calls.filter((each) => each.includes("create")).sort()).toEqual([
    "1.0.0 create old",
    "2.0.0 create new",
  ]);
  expect(await recorded(s)).toEqual({ old: recordOf("1.0.0"), new: recordOf("2.0.0") });
  s.program(twoVersions(2));
  await s.apply().succeeds();
  expect(changes(world)).toEqual(["1.0.0 update old", "2.0.0 update new"]);
  s.program(() => {});
  await s.apply().succeeds();
  expect(changes(world)).toEqual(["1.0.0 delete old", "2.0.0 delete new"]);
});

scenario("a plan file replays what each version answered", async (s) => {
  const world = plugged(s);
  s.program(twoVersions(1));
  const created = await s.plan().file();
  world.took();
  await s.beside().apply({ file: created }).succeeds();
  expect(changes(world)).toEqual(["1.0.0 create old", "2.0.0 create new"]);
  s.program(() => new Part("old", { size: 3 }, { version: "1.0.0" }));
  const changed = await s.plan().file();
  world.took();
  await s.beside().apply({ file: changed }).succeeds();
  expect(changes(world)).toEqual(["1.0.0 update old", "2.0.0 delete new"]);
});

scenario("a plan file is refused where a version is another one", async (s) => {
  plugged(s);
  s.program(twoVersions(1));
  const file = await s.plan().file();
  const other = s.beside();
  other.program(() => {
    new Part("old", { size: 1 }, { version: "1.0.0" });
    new Part("new", { size: 1 }, { version: "3.0.0" });
  });
  const [diagnostic] = await other.apply({ file }).fails("engine/plan-file-other-provider");
  expect(diagnostic!.detail).toContain("3.0.0 of test-plugin:registry.test/acme/plug h1:3.0.0");
});

scenario(
  "an object that moved to another version is changed by that, and its doomed one deleted by the first",
  async (s) => {
    const world = plugged(s);
    const part = (version: string, args: object) => s.program(() => new Part("part", args, { version }));
    part("1.0.0", { size: 1 });
    await s.apply().succeeds();
    part("2.0.0", { size: 2 });
    await s.apply().succeeds();
    expect(changes(world)).toEqual(["1.0.0 create part", "2.0.0 update part"]);
    expect(await recorded(s)).toEqual({ part: recordOf("2.0.0") });
    part("3.0.0", { size: 2, shape: "flat" });
    await s.apply().succeeds();
    expect(changes(world)).toEqual(["2.0.0 delete part", "3.0.0 create part"]);
  },
);

scenario("a resource that asks for no version has that of its provider resource", async (s) => {
  const world = plugged(s);
  s.program(() => {
    const provider = new Plug("red", { color: "red" }, { version: "1.0.0" });
    new Part("mine", { size: 1 }, { provider });
    new Part("ours", { size: 1 });
  });
  await s.apply().succeeds();
  expect(new Set(world.took())).toEqual(
    new Set(["1.0.0 configure red", "1.0.0 create mine", "2.0.0 configure", "2.0.0 create ours"]),
  );
  await s.destroy().succeeds();
  expect(changes(world)).toEqual(["1.0.0 delete mine", "2.0.0 delete ours"]);
});

scenario("an object whose kind is not there any more stays, and the message says what to do", async (s) => {
  const world = plugged(s);
  s.program(twoVersions(1));
  await s.apply().succeeds();
  world.took();
  s.kinds();
  s.program(() => {});
  const [diagnostic] = await s.apply().fails("provider/unknown-kind");
  expect(diagnostic!.detail).toContain('package plug as a plugin of kind "test-plugin"');
  expect(diagnostic!.hint).toContain("npm install @coconut/coconut@latest");
  expect(
    s.cloud
      .objects()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(["new", "old"]);
});

scenario("the packages of a stack are listed by version", async (s) => {
  plugged(s);
  s.program(twoVersions(1));
  await s.apply().succeeds();
  const { packages } = await (await s.stack()).packages();
  expect(packages.map(({ version, usedBy, resources }) => [version, usedBy, resources])).toEqual([
    ["1.0.0", "both", 1],
    ["2.0.0", "both", 1],
  ]);
});
