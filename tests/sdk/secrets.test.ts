import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as coconut from "@coconut/coconut";
import { asset } from "@coconut/coconut";
import { testProgram, type TestAnswers, type TestProgram } from "@coconut/coconut/testing";
import { printDiagnostic, secretOf, type Diagnostic } from "../../src/model/index.js";
import { problemsIn } from "./problems-in.js";
import { Bucket } from "./resources.js";

/** Looks different in every spelling. */
const canary = 'hunter2 "ü"/%';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "coconut-secrets-"));
  await writeFile(join(folder, "plain.txt"), "text");
});
afterAll(() => rm(folder, { recursive: true }));

/** What each program returns must be secret as a whole or in a part, and known. */
const secretResults: Record<string, () => unknown> = {
  "a secret": () => coconut.secret(canary),
  "a secret of a secret": () => coconut.secret(coconut.secret(canary)),
  "a secret promise": () => coconut.secret(Promise.resolve(canary)),
  "an array element": () => coconut.output(["plain", coconut.secret(canary)]),
  "an object property": () => coconut.output({ deep: { password: coconut.secret(canary) } }),
  "lifted access into a secret": () => coconut.secret({ password: canary, list: [canary] }).list[0],
  "lifted access to a secret": () => coconut.output({ password: coconut.secret(canary) }).password,
  "a secret's length": () => coconut.secret([canary]).length,
  "all with one secret": () => coconut.all(["plain", coconut.secret(canary)]),
  "all by name": () => coconut.all({ plain: 1, password: coconut.secret(canary) }),
  unwrap: () => coconut.unwrap(coconut.output(coconut.secret(canary))),
  output: () => coconut.output(coconut.secret(canary)),
  interpolate: () => coconut.interpolate`user:${coconut.secret(canary)}`,
  concat: () => coconut.concat("user:", coconut.secret(canary)),
  jsonStringify: () => coconut.jsonStringify({ deep: [coconut.secret(canary)] }),
  jsonParse: () => coconut.jsonParse(coconut.secret(JSON.stringify({ password: canary }))),
  "a property of parsed JSON": () =>
    coconut.jsonParse<{ a: string }>(coconut.secret(JSON.stringify({ a: canary }))).a,
  apply: () => coconut.secret(canary).apply((text) => text.length),
  "apply to a value with a secret in it": () =>
    coconut.output({ password: coconut.secret(canary), user: "me" }).apply(({ user }) => user),
  "an async callback": () =>
    coconut.secret(canary).apply(async (text) => {
      await Promise.resolve();
      return text;
    }),
  "a callback that returns a secret": () => coconut.output(1).apply(() => coconut.secret(canary)),
  "a callback that returns a secret inside": () =>
    coconut.output(1).apply(() => ({ deep: [coconut.secret(canary)] })),
  "a plain Output returned over a secret": () => coconut.secret(1).apply(() => coconut.output("plain")),
  "a resource made from a secret": () => coconut.secret("x").apply(() => new Bucket("made").urn),
  "a text asset": () => new asset.TextAsset(coconut.secret(canary)),
  "a text asset in data": () => ({ files: [new asset.TextAsset(coconut.secret(canary))] }),
  "a file by a secret path": () => new asset.FileAsset(coconut.secret(join(folder, "plain.txt"))),
  "an archive member": () => new asset.AssetArchive({ a: "plain", b: coconut.secret(canary) }),
  "an archive's secret asset": () =>
    new asset.AssetArchive({ a: new asset.TextAsset(coconut.secret(canary)) }),
  "an archive in an archive": () =>
    new asset.AssetArchive({ in: new asset.AssetArchive({ a: coconut.secret(canary) }) }),
  "an asset through a callback": () => coconut.secret(canary).apply((text) => new asset.TextAsset(text)),
  "a secret output of a resource": () => new Bucket("logs").arn,
  "a part of an output that is secret inside": () => new Bucket("logs").tags.owner,
  "a resource whose id is secret": () => new Bucket("logs"),
  "a resource whose id is secret, in data": () => ({ buckets: [new Bucket("logs")] }),
  "the id of such a resource in a text": () => coconut.interpolate`id ${new Bucket("logs")}`,
};

const answers: TestAnswers = {
  logs: {
    id: secretOf(canary),
    arn: secretOf(canary),
    tags: { owner: secretOf(canary), team: "web" },
  } as never,
};

describe("what is made from a secret is secret", () => {
  it.each(Object.entries(secretResults))("%s", async (_name, make) => {
    const program = await testProgram(make);
    expect(await program.applied(answers).outputs()).toMatchObject({ known: true, secret: true });
  });

  it("also before it is known", async () => {
    const { program, made } = await run(() => {
      const { arn } = new Bucket("logs");
      const one = coconut.secret(1);
      return [
        coconut.secret(arn),
        coconut.secret(arn).apply((text) => text),
        coconut.all([one, arn]),
        coconut.interpolate`${one} ${arn}`,
        [one, arn],
        arn.apply(() => one).apply(() => coconut.secret(1)),
      ];
    });
    const results = await Promise.all(made.map((each) => program.planned().value(each)));
    expect(results.map(({ known }) => known)).toEqual(made.map(() => false));
    expect(results.map(({ secret }) => secret)).toEqual([true, true, true, true, true, false]);
  });

  it("leaves what stands beside a secret plain", async () => {
    const program = await testProgram(
      () => coconut.output({ user: "me", password: coconut.secret(canary) }).user,
    );
    expect(await program.planned().outputs()).toMatchObject({ value: "me", secret: false });
  });

  it("shows a callback the plain value", async () => {
    const seen: unknown[] = [];
    const program = await testProgram(() =>
      coconut.all({ a: coconut.secret([canary]), b: 1 }).apply((value) => void seen.push(value)),
    );
    await program.planned().outputs();
    expect(seen).toEqual([{ a: [canary], b: 1 }]);
  });
});

describe("unsecret", () => {
  it.each<[string, () => unknown]>([
    ["a secret", () => coconut.unsecret(coconut.secret(canary))],
    ["secrets at any depth", () => coconut.unsecret({ a: [coconut.secret({ b: coconut.secret(canary) })] })],
    ["what was made from one", () => coconut.unsecret(coconut.secret(canary).apply((text) => text))],
    ["an unknown secret", () => coconut.unsecret(coconut.secret(new Bucket("plain").id))],
  ])("is the way out: %s", async (_name, make) => {
    const program = await testProgram(make);
    expect((await program.planned().outputs()).secret).toBe(false);
    expect(await program.applied().outputs()).toMatchObject({ known: true, secret: false });
  });

  it("does not make secret again what is made from it", async () => {
    const program = await testProgram(() => coconut.unsecret(coconut.secret(2)).apply((value) => value + 1));
    expect(await program.planned().outputs()).toMatchObject({ value: 3, secret: false });
  });
});

describe("isSecret", () => {
  it.each<[string, () => unknown, planned: boolean | undefined, applied: boolean]>([
    ["a secret", () => coconut.secret(1), true, true],
    ["plain data", () => ({ a: 1 }), false, false],
    ["data around a secret", () => [{ a: coconut.secret(1) }], true, true],
    ["an unknown", () => new Bucket("plain").arn, undefined, false],
    ["an unknown that turns out secret", () => new Bucket("logs").arn, undefined, true],
    ["a secret unknown", () => coconut.secret(new Bucket("plain").arn), true, true],
    ["an unknown beside a secret", () => [new Bucket("plain").arn, coconut.secret(1)], true, true],
    ["an unsecret", () => coconut.unsecret(coconut.secret(1)), false, false],
  ])("of %s", async (_name, make, planned, applied) => {
    const program = await testProgram(() => coconut.isSecret(make()));
    expect(await program.planned().outputs()).toMatchObject({
      value: planned,
      known: planned !== undefined,
      secret: false,
    });
    expect(await program.applied(answers).outputs()).toMatchObject({ value: applied, secret: false });
  });
});

/** Each ends in diagnostics that must not tell the secret. By name: what it ends in, and the program. */
const failures: Record<string, [code: string, make: () => unknown]> = {
  "a thrown error": ["program/callback-failed", () => coconut.secret(canary).apply(fail)],
  "a thrown text": [
    "program/callback-failed",
    () =>
      coconut.secret(canary).apply((text) => {
        // oxlint-disable-next-line only-throw-error -- programs do
        throw text;
      }),
  ],
  "a rejected callback": [
    "program/callback-failed",
    () => coconut.secret(canary).apply((text) => Promise.reject(new Error(text))),
  ],
  "a callback over a value with a secret in it": [
    "program/callback-failed",
    () => coconut.all({ a: 1, deep: [coconut.secret(canary)] }).apply(({ deep }) => fail(deep[0]!)),
  ],
  "a callback that returns what fails": [
    "program/callback-failed",
    () => coconut.secret(canary).apply((text) => coconut.output(1).apply(() => fail(text))),
  ],
  "a callback that returns a rejected promise inside": [
    "program/promise-rejected",
    () => coconut.secret(canary).apply((text) => ({ a: Promise.reject(new Error(text)) })),
  ],
  "a callback that returns no value": [
    "sdk/not-a-value",
    () => coconut.secret(canary).apply((text) => ({ [text]: [1n] })),
  ],
  "a secret promise that is rejected": [
    "program/promise-rejected",
    () => coconut.secret(Promise.reject(new Error(canary))),
  ],
  "a secret promise of no value": [
    "sdk/not-a-value",
    () => coconut.secret(Promise.resolve({ [canary]: 1n })),
  ],
  "a secret around a failed callback": [
    "program/callback-failed",
    () => coconut.secret({ a: coconut.output(canary).apply(fail) }),
  ],
  "JSON that does not parse": ["sdk/not-json", () => coconut.jsonParse(coconut.secret(canary))],
  "a text of no text": [
    "sdk/not-text",
    () => coconut.interpolate`${coconut.secret({ [canary]: 1 }) as never}`,
  ],
  "a file that is not there": [
    "asset/file-missing",
    () => new asset.FileAsset(coconut.secret(join(folder, canary))),
  ],
  "an archive that is not there": [
    "asset/file-missing",
    () => new asset.FileArchive(coconut.secret(join(folder, `${canary}.zip`))),
  ],
  "an archive member that is not there": [
    "asset/file-missing",
    () => new asset.AssetArchive({ a: new asset.FileAsset(coconut.secret(join(folder, canary))) }),
  ],
  "a URL that is none": [
    "asset/unsupported-scheme",
    () => new asset.RemoteAsset(coconut.secret(`nope:${canary}`)),
  ],
  "asset content that is no text": [
    "program/asset-content",
    () => new asset.TextAsset(coconut.secret({ [canary]: canary }) as never),
  ],
  "an archive with a secret name": [
    "model/unsafe-entry-name",
    () => {
      const members: Record<string, string> = { [`../${canary}`]: canary };
      return new asset.AssetArchive(coconut.secret(members));
    },
  ],
  "a resource with a bad name": [
    "model/invalid-urn-part",
    () => coconut.secret(canary).apply((text) => new Bucket(`${text}::`)),
  ],
  "a resource with a bad input": [
    "sdk/not-a-value",
    () => coconut.secret(canary).apply((text) => new Bucket("x", { [text]: 1n }).arn),
  ],
  "a resource with a bad option": [
    "sdk/wrong-option",
    () => coconut.secret(canary).apply((text) => new Bucket("x", {}, { protect: text as never }).arn),
  ],
  "an Output used as text in the callback": [
    "sdk/output-is-read-only",
    () =>
      coconut.secret(canary).apply((text) => {
        Object.assign(coconut.output({}), { [text]: 1 });
      }),
  ],
};

function fail(text: string): never {
  throw new Error(`cannot use ${text}`);
}

describe("the text of an error over a secret is masked", () => {
  it.each(Object.entries(failures))("%s", async (_name, [code, make]) => {
    const { program, made } = await run(make);
    const problems = await problemsIn(() => program.planned().outputs());
    expect(problems.map((problem) => problem.code)).toEqual([code]);
    expect(leaks(problems)).toEqual([]);
    const further = coconut.all([1, made]).apply(() => "never");
    expect(leaks(await problemsIn(() => program.planned().value({ deep: [further] })))).toEqual([]);
  });

  it("tells where, and that something was left out", async () => {
    const program = await testProgram(() => coconut.secret(canary).apply(fail));
    const [problem] = await problemsIn(() => program.planned().outputs());
    expect(problem!.position?.file).toMatch(/secrets\.test\.ts$/);
    expect(problem!.detail).toContain("secret");
  });

  it("is told in full when no secret took part", async () => {
    const program = await testProgram(() => coconut.output(canary).apply(fail));
    expect(leaks(await problemsIn(() => program.planned().outputs()))).toContain("as it is");
  });
});

/** Runs a program and keeps what it returned as it is. */
async function run<T>(make: () => T): Promise<{ program: TestProgram; made: T }> {
  let made!: T;
  const program = await testProgram(() => {
    made = make();
    return made;
  });
  return { program, made };
}

/** The spellings in which the secret stands in anything that would be shown or stored of these diagnostics. */
function leaks(problems: readonly Diagnostic[]): string[] {
  const shown = [JSON.stringify(problems), ...problems.map(printDiagnostic)].join("\n");
  const bytes = Buffer.from(canary);
  const spellings: Record<string, string> = {
    "as it is": canary,
    "its beginning": "hunter2",
    "in JSON": JSON.stringify(canary).slice(1, -1),
    "in a URL": encodeURIComponent(canary),
    "in base64": bytes.toString("base64").replace(/=+$/, ""),
    "in base64url": bytes.toString("base64url"),
    "in hex": bytes.toString("hex"),
  };
  return Object.keys(spellings).filter((name) => shown.includes(spellings[name]!));
}
