import { afterAll, expect, test } from "vitest";
import { CocoProjects, type CocoProject } from "./coco-projects.js";

const projects = new CocoProjects();
afterAll(() => projects.remove());

/** What a program, or a library that it loads, may do to the built-ins that JSON is written and read with. */
const patch = (isDone: boolean) => `if (${isDone}) {
const answer = { value: () => "patched", configurable: true };
for (const { prototype } of [Object, Array, String, Number, Boolean, BigInt, Date, Buffer])
  Object.defineProperty(prototype, "toJSON", answer);
const { stringify, parse } = JSON;
JSON.stringify = ((value: unknown) => stringify({ wrapped: String(value) })) as typeof stringify;
JSON.parse = ((text: string) => ({ parsed: text })) as typeof parse;
}
`;

const resources = (message: string) => `
import * as coconut from "@coconut/coconut";
import { Command } from "@coconut/coconut/command";
import { File } from "@coconut/coconut/local";

const file = new File("page", {
  path: "out/page.json",
  content: coconut.jsonStringify({ list: [1, "two", { three: null }], message: ${JSON.stringify(message)} }),
});
const job = new Command("job", {
  create: "echo made by $NAME",
  update: "echo updated by $NAME",
  environment: { NAME: coconut.secret("a secret name") },
  triggers: [${JSON.stringify(message)}, { nested: [true, null, 1.5, -0] }],
});
export const path = file.path;
export const printed = job.stdout;
export const tree = { texts: ["a", { b: "c" }], empty: {}, none: [] };
`;

/** The files of programs, which are the same but for whether the patch is done. */
const programs: Readonly<Record<string, (message: string, isPatched: boolean) => Record<string, string>>> = {
  "in the program itself": (message, isPatched) => ({
    "main.ts": `${resources(message)}\n${patch(isPatched)}`,
  }),
  "before the package is imported": (message, isPatched) => ({
    "patch.ts": `export {};\n${patch(isPatched)}`,
    "main.ts": `import "./patch.js";\n${resources(message)}`,
  }),
  "by a provider, when it is first called": (message, isPatched) => ({
    "main.ts": `
import { defineProvider } from "@coconut/coconut/provider";
const patching = defineProvider({ package: "patching", version: "1.0.0" });
const Patch = patching.resource("index:Patch", {
  inputs: {},
  outputs: {},
  create: async () => {
    ${patch(isPatched)}
    return { id: "patch", outputs: {} };
  },
  read: async () => ({}),
  update: async () => ({}),
  delete: async () => {},
});
new Patch("patch", {});
${resources(message)}`,
  }),
};

/** What stands in state, without what is never the same twice. */
async function stored(project: CocoProject): Promise<unknown> {
  const { status, output, errors } = await project.coco("stack", "export", "--show-secrets");
  expect([status, errors]).toEqual([0, ""]);
  const file = JSON.parse(output) as { deployment: { manifest: unknown } };
  const { manifest: _, ...deployment } = file.deployment;
  const plain = JSON.stringify(deployment);
  const unlike = /"(?:created|modified|id|magic|salt|state)":"[^"]*"|\d{4}-\d\d-\d\dT[\d:.]+Z/g;
  return JSON.parse(plain.replaceAll(project.files.folder, "").replace(unlike, '"unlike":""')) as unknown;
}

async function succeeds(project: CocoProject, ...words: readonly string[]): Promise<string> {
  const { status, output, errors } = await project.coco(...words);
  expect([status, errors], `${words.join(" ")}: ${output}`).toEqual([0, ""]);
  return output;
}

test.each(Object.keys(programs))("what is stored is the same if JSON is patched %s", async (where) => {
  const files = programs[where]!;
  const usual = projects.project("", files("one", false));
  const patched = projects.project("", files("one", true));
  for (const project of [usual, patched]) {
    await succeeds(project, "apply", "--yes");
    await succeeds(project, "state", "verify");
  }
  expect(await stored(patched)).toEqual(await stored(usual));

  // A plan that was saved, an update, and what another run makes of it.
  usual.files.write(files("two", false));
  patched.files.write(files("two", true));
  for (const project of [usual, patched]) {
    await succeeds(project, "plan", "--out", project.files.path("saved.plan"));
    await succeeds(project, "apply", project.files.path("saved.plan"));
    await succeeds(project, "state", "verify");
    expect(JSON.parse(await succeeds(project, "plan", "--json"))).toMatchObject({ plan: { isEmpty: true } });
  }
  expect(await stored(patched)).toEqual(await stored(usual));
  await succeeds(patched, "destroy", "--yes");
  await succeeds(patched, "state", "verify");
});

test("what is stored is the same if a process that embeds Coconut patches JSON after it has imported it", async () => {
  const embedding = (isPatched: boolean) => `
import * as coconut from "@coconut/coconut";
import { File } from "@coconut/coconut/local";
${patch(isPatched).replaceAll(/ as typeof \w+|: unknown|: string/g, "")}
const stack = await coconut.stack({
  project: "shop",
  name: "dev",
  config: { token: { secret: "s3cret" } },
  program: () => {
    const content = coconut.jsonStringify({ list: [1, "two"], token: new coconut.Config().requireSecret("token") });
    return { path: new File("page", { path: "out/page.json", content }).path, tree: { empty: {}, none: [] } };
  },
});
const { ok } = await stack.apply();
await stack.close();
process.exit(ok ? 0 : 1);
`;
  const [usual, patched] = [false, true].map((isPatched) =>
    projects.project("export {};", { "embed.mjs": embedding(isPatched) }),
  );
  for (const project of [usual!, patched!]) {
    expect(await project.files.node("embed.mjs")).toMatchObject({ status: 0, errors: "" });
    await succeeds(project, "state", "verify");
  }
  expect(await stored(patched!)).toEqual(await stored(usual!));
});
