import { tmpdir } from "node:os";

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  schemaOfProvider,
  withImports,
  writeTypings,
} from "../../../src/provider/terraform/typings/index.js";
import { configurationOf } from "../../../src/terraform/schema/index.js";
import { typingsOf, type DescribedProvider } from "../../../src/terraform/typings/index.js";
import { BuiltPackage, type Project } from "../../support/built-package.js";
import type { ProviderName } from "../providers/build-providers.js";
import { providerBinary, withoutGo } from "../providers/provider-binaries.js";
import { compileProgram } from "./compile-program.js";
import { programOf, samplesOf } from "./sample-inputs.js";

/** The names under which the providers are imported. */
const names = { time: "time", local: "local", framework: "probe", sdk: "probesdk" } as const satisfies Record<
  ProviderName,
  string
>;

/** A program that uses all four. */
const program = `import * as coconut from "@coconut/coconut";
import { Offset, Static, durationParse, unixTimestampParse } from "#tf/time";
import { File, getFile, direxists } from "#tf/local";
import * as probe from "#tf/probe";
import * as probesdk from "#tf/probesdk";

const cloud = new probe.Provider("cloud", { folder: "cloud", marker: "here", endpoints: { mirrors: ["a", "b"] } });
const sdkCloud = new probesdk.Provider("sdk-cloud", { folder: "cloud", endpoints: { api: "a" } });
const here = { provider: cloud };
const release = new Static("release", { rfc3339: "2026-11-18T12:00:00Z" });
const later = new Offset({ baseRfc3339: release.rfc3339, offsetDays: "1" });
const notes = new File("notes", { filename: "notes.txt", content: coconut.interpolate\`\${release.year}\` });
const thing = new probe.Thing("thing", { name: "thing", size: release.year, tags: { file: notes.filename } }, here);
const nested = new probe.Nested(
  "nested",
  {
    list: [{ name: thing.name, inner: { path: "a", secret: "b" } }],
    map: { "a key": { name: "c" } },
    object: { a: "d", b: [1, "2"] },
    rule: [{ name: "e", port: [{ number: 80 }] }],
    settings: { value: "f" },
  },
  here,
);
new probe.Nested("copy", { object: nested.object, rule: [{ name: "g" }] }, here);
const token = coconut.invokeOutput(probe.openToken, { name: "token" }, here);
new probe.Secret("secret", { name: "secret", passwordWo: token.token, passwordWoVersion: 1 }, here);
const big = new probe.Big("big", { anything: { list: [1, thing.name] }, number: "12345678901234567890" }, here);
new probe.Timeouts("timeouts", { name: "timeouts", timeouts: { create: "1m" } }, here);
const blocks = new probesdk.Blocks(
  "blocks",
  { settings: { mode: "a" }, rule: [{ name: "h", port: [{ number: 1 }] }], attached: [{ name: "i" }] },
  { provider: sdkCloud },
);
const things = coconut.invokeOutput(probe.getThings, { namePrefix: "thi" }, { ...here, dependsOn: [thing] });

export const year = release.year;
export const day = later.day;
export const rule = nested.rule[0]!.port[0]!.number;
export const anything = big.echo;
export const mode = blocks.settings[0]!.mode;
export const found = things.things[0]!.name;
export const minutes = coconut.invokeOutput(durationParse, { duration: "90m" }).result.minutes;
export const weekday = coconut.invokeOutput(unixTimestampParse, { unixTimestamp: 0 }).result.weekdayName;
export const exists = coconut.invokeOutput(direxists, { path: "cloud" }).result;
export const joined = coconut.invokeOutput(probe.joinNames, { separator: "-", names: [thing.name, "x"] }, here).result;
export const content = coconut.invokeOutput(getFile, { filename: notes.filename }, { dependsOn: [notes] }).content;
`;

describe.skipIf(withoutGo !== undefined)("the generated modules of real providers", () => {
  const providers: DescribedProvider[] = [];
  let built: BuiltPackage;

  beforeAll(async () => {
    built = new BuiltPackage();
    for (const [binary, type] of Object.entries(names) as [ProviderName, string][]) {
      const command = providerBinary(binary)!;
      const schemas = await schemaOfProvider({ name: `tf_${type}`, command, projectFolder: tmpdir() });
      providers.push({ package: `tf_${type}`, type, version: "", schemas });
    }
  }, 120_000);
  afterAll(() => {
    built.remove();
  });

  test("compile, and accept every argument that the schema has, and no other", async () => {
    const samples = providers.flatMap(samplesOf);
    expect(samples.length).toBeGreaterThan(50);
    for (const { planned, block, inputs } of samples)
      expect([planned.type, configurationOf(block, inputs)]).toMatchObject([
        planned.type,
        { kind: "configured" },
      ]);
    const modules = providers.flatMap((provider) => [...typingsOf(provider)]);
    const programs = { "main.ts": program, "samples.ts": programOf(samples) };
    expect(await compileProgram(programs, modules, "nodenext")).toEqual([]);
  }, 180_000);

  test("are used by a program that coco plans and applies", async () => {
    const project = projectOf(built);
    for (const provider of providers)
      writeTypings(
        project.folder,
        { name: provider.type, version: "", identity: "test" },
        typingsOf(provider),
      );
    const planned = await coco(project, "plan");
    expect(planned.diagnostics).toEqual([]);
    expect(planned.exitCode).toBe(0);
    const applied = await coco(project, "apply", "--yes");
    expect(applied.diagnostics).toEqual([]);
    expect(applied.run.outputs).toMatchObject({
      year: 2026,
      day: 19,
      rule: 80,
      anything: { list: [1, "thing"] },
      mode: "a",
      found: "thing",
      minutes: 90,
      weekday: "Thursday",
      exists: true,
      joined: "thing-x",
      content: "2026",
    });
    expect((await coco(project, "plan")).plan).toMatchObject({ isEmpty: true });
  }, 180_000);
});

/** A project that is no ES module, and whose package.json gets the imports of the modules. */
function projectOf(built: BuiltPackage): Project {
  const packages = Object.fromEntries(
    (Object.entries(names) as [ProviderName, string][]).map(([binary, name]) => [
      `tf_${name}`,
      { terraform: providerBinary(binary)! },
    ]),
  );
  const manifest = withImports(`{ "name": "shop" }\n`);
  if (manifest.kind !== "changed") throw new Error("It has no imports.");
  return built.project({
    "package.json": manifest.text,
    "coconut.json": JSON.stringify({ name: "shop", main: "main.ts", packages }),
    "main.ts": program,
    "cloud/.keep": "",
  });
}

interface Answer {
  readonly exitCode: number;
  readonly diagnostics: readonly unknown[];
  readonly plan: unknown;
  readonly run: { readonly outputs: unknown };
}

async function coco(project: Project, ...words: readonly string[]): Promise<Answer> {
  const main = project.path("node_modules/@coconut/coconut/dist/cli/main.js");
  const { output, errors } = await project.node(main, ...words, "--json", "-C", project.folder);
  try {
    return JSON.parse(output) as Answer;
  } catch {
    throw new Error(`coco ${words.join(" ")} printed no document: ${output}${errors}`);
  }
}
