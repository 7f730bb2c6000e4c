import { expect, it } from "vitest";
import type { PackageRecord } from "../../model/index.js";
import { terraformKind } from "./terraform-kind.js";

const kindWith = (packages: Record<string, string>) =>
  terraformKind({ projectFolder: "/project", named: async () => new Map(Object.entries(packages)) });

const wanted = (name: string) => ({ name, type: `${name}:thing`, version: undefined, maker: undefined });

const record: PackageRecord = {
  name: "tf_random",
  version: "3.6.0",
  module: "terraform:./random",
  plugin: { kind: "terraform", source: "./random", version: "3.6.0" },
};

it("finds nothing that coconut.json does not name", async () => {
  const kind = kindWith({});
  expect(await kind.find(wanted("tf_random"))).toBeUndefined();
  expect(await kind.isNamedByProject!(record)).toBe(false);
});

it("never starts a program that only state names", async () => {
  await expect(kindWith({}).findRecorded(record)).rejects.toMatchObject({
    diagnostics: [
      { code: "provider/terraform-not-named", hint: expect.stringContaining('"terraform": "./random"') },
    ],
  });
});

it("refuses a name that is not the path of a program", async () => {
  await expect(kindWith({ tf_random: "hashicorp/random" }).find(wanted("tf_random"))).rejects.toMatchObject({
    diagnostics: [{ code: "provider/terraform-binary" }],
  });
});

it("identifies a program that cannot be read as none", async () => {
  expect(await kindWith({ tf_random: "./nowhere" }).codeOf!(record)).toBe("none");
  expect(await kindWith({}).codeOf!(record)).toBe("none");
});
