import { expect, it } from "vitest";
import { objectNames } from "./object-names.js";
import { parseStateFile } from "./parse-state-file.js";
import type { StateFile } from "./state-file.js";

interface Given {
  readonly name?: string;
  readonly type?: string;
  readonly module?: string;
  readonly key?: string | number;
}

function namesOf(...given: readonly Given[]): readonly string[] {
  const resources = given.map(({ name = "main", type = "cloud_net", key, module }) => ({
    mode: "managed",
    type,
    name,
    module,
    provider: "provider.cloud",
    instances: [{ index_key: key }],
  }));
  const file = parseStateFile(JSON.stringify({ version: 4, resources })) as StateFile;
  const names = objectNames(file.objects);
  return file.objects.map(({ address }) => names.get(address)!);
}

it.each<[given: Given, name: string]>([
  [{}, "main"],
  [{ key: 0 }, "main-0"],
  [{ name: "n", key: "a" }, "n-a"],
  [{ module: "module.net" }, "net-main"],
  [{ module: 'module.net["eu"].module.sub[1]', key: "x" }, "net-eu-sub-1-main-x"],
  [{ key: "a/b c::d\u0000" }, "main-a-b-c-d"],
  [{ key: "/" }, "main"],
  [{ key: "über" }, "main-über"],
])("%o is named %s", (given, name) => {
  expect(namesOf(given)).toEqual([name]);
});

it("gives instances of a type different names, whatever their order in the file", () => {
  const one = { name: "p-0" };
  const other = { name: "p", key: 0 };
  expect(namesOf(one, other)).toEqual(["p-0", "p-0-2"]);
  expect(namesOf(other, one)).toEqual(["p-0-2", "p-0"]);
  expect(namesOf({ type: "cloud_a" }, { type: "cloud_b" })).toEqual(["main", "main"]);
});
