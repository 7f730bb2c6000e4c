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

it.each([
  ["random provider", "contains a space"],
  ["a/b/c/d", "four parts"],
  ["hashicorp/random@^3.6", "~> 3.6"],
  ["https://example.com/random", "is a URL"],
])("refuses %j, which is neither a path nor the source of a provider", async (text, message) => {
  await expect(kindWith({ tf_random: text }).find(wanted("tf_random"))).rejects.toMatchObject({
    diagnostics: [{ code: "provider/terraform-source", detail: expect.stringContaining(message) }],
  });
});

it("says that a provider that is not installed has to be", async () => {
  await expect(
    kindWith({ tf_random: "example.com/acme/random" }).find(wanted("tf_random")),
  ).rejects.toMatchObject({
    diagnostics: [
      { code: "provider/terraform-not-locked", hint: expect.stringContaining("coco provider install") },
    ],
  });
});

it("identifies a program that cannot be read as none", async () => {
  expect(await kindWith({ tf_random: "./nowhere" }).codeOf!(record)).toBe("none");
  expect(await kindWith({}).codeOf!(record)).toBe("none");
});
