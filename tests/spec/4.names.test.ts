import { ComponentResource, CustomResource, Urn, type Output } from "@coconut/coconut";
import { parseTypeToken, stringType } from "@coconut/coconut/model";
import { testProgram } from "@coconut/coconut/testing";
import { expect } from "vitest";
import { Bucket, bucketUrn } from "./bucket.js";
import { spec } from "./ledger.js";

class Site extends ComponentResource {
  constructor(name: string, parent?: Site) {
    super("shop:web:Site", name, {}, parent && { parent });
  }
}

spec("4.50", async () => {
  const program = await testProgram(() => [new Bucket("logs"), new Site("front")]);
  expect(program.registrations.map(({ name }) => name)).toEqual(["logs", "front"]);
  for (const missing of [undefined, {}, ""]) {
    await expect(testProgram(() => new Bucket(missing as string))).rejects.toThrow(/no name|name is empty/);
  }
});

class File extends CustomResource {
  declare readonly path: Output<string>;
  declare readonly owner: unknown;
}

spec("4.51", async () => {
  const path = { type: stringType, optional: false, secret: false };
  const schema = { type: "disk:fs:File", version: 1, inputs: { path }, outputs: {} };
  const program = await testProgram(
    () => {
      const file = new File("disk:fs:File", "motd", { path: "etc/motd" });
      expect(file.owner).toBeUndefined();
      return file.path;
    },
    { schemaOf: (type) => (type === schema.type ? schema : undefined) },
  );
  expect((await program.planned().outputs()).value).toBe("etc/motd");
});

spec("4.53", async () => {
  const program = await testProgram(
    () => {
      const site = new Site("front");
      return new Bucket("logs", {}, { parent: site }).urn;
    },
    { stack: "dev", project: "shop" },
  );
  const { value, dependencies } = await program.applied().outputs();
  expect(Urn.parse(value as string)).toEqual({
    stack: "dev",
    project: "shop",
    types: ["shop:web:Site", "aws:s3:Bucket"],
    name: "logs",
  });
  expect(dependencies).toEqual([value]);
});

spec("4.54", () => {
  const urn = { stack: "dev", project: "shop", types: ["aws:s3:Bucket"], name: "logs" };
  expect(Urn.print(urn)).toBe("urn:pulumi:dev::shop::aws:s3:Bucket::logs");
  expect(Urn.parse("urn:pulumi:dev::shop::aws:s3:Bucket::logs")).toEqual(urn);
});

spec("4.55", () => {
  const wrong: [text: string, column: number][] = [
    ["urn:aws:dev::shop::a:b:C::logs", 5],
    ["urn:pulumi:dev::shop::a:b:C", 28],
    ["urn:pulumi:dev::shop::aC::logs", 25],
  ];
  for (const [text, column] of wrong) {
    expect(() => Urn.parse(text)).toThrow(new RegExp(`model/malformed-urn[^]*Column ${column}\\b`));
  }
});

spec("4.56", () => {
  const text = "urn:pulumi:dev::shop::a:b:C::logs";
  expect(Urn.print(Urn.parse(text))).toBe(text);
  const parts = text.split("::");
  for (const part of parts) {
    const shorter = parts.filter((each) => each !== part).join("::");
    expect(() => Urn.parse(shorter)).toThrow("model/malformed-urn");
  }
});

const strings = ["dev", "with space", "日本語", "a:b", "a/b#c$d", "😀"];

spec("4.57", () => {
  for (const stack of [...strings, "staging:acmecorp"]) {
    expect(Urn.parse(`urn:pulumi:${stack}::shop::a:b:C::logs`).stack).toBe(stack);
  }
});

spec("4.58", () => {
  for (const project of strings) {
    expect(Urn.parse(`urn:pulumi:dev::${project}::a:b:C::logs`).project).toBe(project);
  }
});

spec("4.59", () => {
  for (const name of strings) {
    expect(Urn.parse(`urn:pulumi:dev::shop::a:b:C::${name}`).name).toBe(name);
  }
});

spec("4.60", async () => {
  const text = "urn:pulumi:dev::shop::a:b:C::left::right";
  expect(() => Urn.parse(text)).toThrow('a name cannot contain "::"');
  expect(Urn.parse(text, { names: "foreign" }).name).toBe("left::right");
  await expect(testProgram(() => new Bucket("left::right"))).rejects.toThrow("model/invalid-urn-part");
});

spec("4.61", () => {
  expect(Urn.parse("urn:pulumi:dev::shop::aws:s3:Bucket::logs").types).toEqual(["aws:s3:Bucket"]);
  const child = Urn.parse("urn:pulumi:dev::shop::shop:web:Site$aws:s3:Bucket::logs");
  expect(child.types).toEqual(["shop:web:Site", "aws:s3:Bucket"]);
  expect(Urn.type(child)).toBe("aws:s3:Bucket");
});

spec("4.62", async () => {
  expect(() => Urn.parse("urn:pulumi:dev::shop::notype$aws:s3:Bucket::logs")).toThrow("model/malformed-urn");
  const program = await testProgram(() => {
    const inner = new Site("inner", new Site("outer"));
    return new Bucket("logs", {}, { parent: inner });
  });
  expect(Urn.parse(program.registrations[2]!.urn).types).toEqual([
    "shop:web:Site",
    "shop:web:Site",
    "aws:s3:Bucket",
  ]);
});

spec("4.63", () => {
  expect(parseTypeToken("aws:s3:Bucket")).toEqual({ package: "aws", module: "s3", name: "Bucket" });
  expect(parseTypeToken("random:Pet")).toEqual({ package: "random", name: "Pet" });
  for (const text of ["Bucket", "a:b:c:D", ":s3:Bucket", "aws::Bucket", "aws:s3:"]) {
    expect(() => parseTypeToken(text)).toThrow("model/malformed-type-token");
  }
});

const noIdentifiers = ["", "3s", "_a", "a-b", "a.b", "a/b", "a b"];

spec("4.64", () => {
  expect(parseTypeToken("größe_2:s3:Bucket").package).toBe("größe_2");
  for (const text of noIdentifiers) expect(() => parseTypeToken(`${text}:s3:Bucket`)).toThrow("the package");
});

spec("4.65", () => {
  expect(parseTypeToken("aws:größe_2:Bucket").module).toBe("größe_2");
  for (const text of noIdentifiers) expect(() => parseTypeToken(`aws:${text}:Bucket`)).toThrow("the module");
});

spec("4.66", () => {
  expect(parseTypeToken("aws:s3:größe_2").name).toBe("größe_2");
  for (const text of noIdentifiers) expect(() => parseTypeToken(`aws:s3:${text}`)).toThrow("the type name");
});

spec("4.67", () => {
  const types = (identifier: string) => () =>
    Urn.parse(`urn:pulumi:dev::shop::aws:${identifier}::logs`, { types: "own" });
  for (const identifier of ["a", "Z9", "s_3", "ß", "日本", "д٣", "𝒜"])
    expect(types(identifier)).not.toThrow();
  for (const identifier of noIdentifiers) expect(types(identifier)).toThrow("model/malformed-urn");
});

spec("4.68", async () => {
  await expect(testProgram(() => [new Bucket("logs"), new Bucket("logs")])).rejects.toThrow(
    new RegExp(`sdk/duplicate-urn[^]*${bucketUrn("logs")}`),
  );
  const program = await testProgram(() => [
    new Bucket("logs"),
    new Bucket("logs", {}, { parent: new Site("a") }),
  ]);
  expect(new Set(program.registrations.map(({ urn }) => urn)).size).toBe(3);
});
