import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { secretOf } from "../../src/model/index.js";
import { creation, sampleIntent, sampleObject } from "../../src/store/conformance/index.js";
import { openDatabase } from "../../src/store/sqlite/driver.js";
import { databaseIn, openIn, request, temporaryFolder } from "./temporary-folder.js";

/** Long enough that each spelling can only be found if it was written. */
const canary = (where: string) => `canary-${where}-7Q2f9LxV`;
const places = ["inputs", "outputs", "key", "nested", "options", "opaque", "stack", "intent"];

function spellings(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  // Of base64 the part that does not depend on what stands around it, for each of the three offsets.
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .slice(4, -4),
  );
  const all = [text, bytes.toString("hex"), bytes.toString("hex").toUpperCase(), ...base64];
  return [...all.map((each) => Buffer.from(each)), Buffer.from(text, "utf16le")];
}

function leaks(folder: string): string[] {
  const files = readdirSync(join(folder, "store"), { withFileTypes: true }).filter((each) => each.isFile());
  return files.flatMap((file) => {
    const bytes = readFileSync(join(folder, "store", file.name));
    return places.filter((place) => spellings(canary(place)).some((each) => bytes.includes(each)));
  });
}

test("no secret is in the file or beside it, before and after it is tidied", async () => {
  const folder = temporaryFolder();
  const stack = await openIn(folder);
  const run = await stack.begin(request);
  const more = {
    inputs: { password: secretOf(canary("inputs")), [`plain`]: secretOf({ [canary("key")]: 1 }) },
    outputs: { list: [{ deep: secretOf([canary("outputs"), { a: secretOf(canary("nested")) }]) }] },
  };
  const [intent, outcome] = creation(1, more, { options: { replaceTrigger: secretOf(canary("options")) } });
  await run.append(intent);
  await run.append(outcome);
  const object = sampleObject(1, 1, "current", more);
  const opaque = Buffer.from(canary("opaque")).toString("base64");
  await run.append({
    event: { kind: "recorded", what: "opaque" },
    changes: [{ put: "object", row: { ...object, stored: { ...object.stored, opaque } } }],
  });
  await run.append({
    event: { kind: "recorded", what: "outputs" },
    changes: [{ put: "outputs", outputs: { token: secretOf(canary("stack")) } }],
  });
  await run.append({
    event: sampleIntent("update", 1, 1, { token: secretOf(canary("intent")) }),
    changes: [],
  });
  expect(leaks(folder)).toEqual([]);
  expect(run.current().objects.get("1.1")?.stored.opaque).toBe(opaque);
  await run.end("interrupted", {});
  expect(leaks(folder)).toEqual([]);
  const { snapshot } = await stack.read();
  expect(snapshot.objects.get("1.1")?.stored).toEqual({ ...object.stored, opaque });
  expect(snapshot.outputs).toEqual({ token: secretOf(canary("stack")) });
});

test("the search finds what is not sealed", async () => {
  const folder = temporaryFolder();
  const stack = await openIn(folder);
  const run = await stack.begin(request);
  for (const entry of creation(1, { inputs: { plain: `before ${canary("inputs")} after` } })) {
    await run.append(entry);
  }
  expect(new Set(leaks(folder))).toEqual(new Set(["inputs"]));
});

test("a rename re-seals nothing", async () => {
  const folder = temporaryFolder();
  const stack = await openIn(folder);
  const run = await stack.begin(request);
  for (const entry of creation(1, { inputs: { password: secretOf("x") } })) await run.append(entry);
  const database = openDatabase(databaseIn(folder));
  const rows = () => database.all("select * from object");
  const before = rows();
  const row = run.current().resources.get(1)!;
  await run.append({
    event: { kind: "recorded", what: "rename" },
    changes: [{ put: "resource", row: { ...row, urn: `${row.urn}-renamed` } }],
  });
  expect(rows()).toEqual(before);
  database.close();
});
