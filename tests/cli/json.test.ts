import { afterAll, describe, expect, test } from "vitest";
import { readFileSync } from "node:fs";
import { expectGolden } from "../support/golden.js";
import { CocoProjects, imports, type CocoProject } from "./coco-projects.js";

const projects = new CocoProjects();
afterAll(() => projects.remove());

const program = (size: number, label = "a") => `${imports}
const a = new Box("a", { label: "${label}", size: ${size} });
new Box("b", { label: coconut.secret("hunter2"), size: a.weight });
export const weight = a.weight;
export const word = coconut.secret("hunter2");
console.log("said by the program");
`;

/** What differs from run to run, by its name. */
function steady(text: string, shop: CocoProject): string {
  return text
    .replaceAll(shop.files.folder, "<project>")
    .replace(/"(lineage|runId|time|begunAt|endedAt|host|user|actor)": ?"[^"]*"/g, '"$1": "<$1>"')
    .replace(/"(durationMs|pid)": ?[\d.]+/g, '"$1": 0');
}

const golden = (name: string) => new URL(`../golden/json/${name}`, import.meta.url);

describe("what programs read", { timeout: 120_000 }, () => {
  test("is one document with everything that people see, and nothing that is secret", async () => {
    const shop = projects.project(program(1));
    const created = await shop.coco("apply", "--yes", "--json", "-p", "1");
    expect(created.status).toBe(0);
    expect(created.errors).toContain("said by the program");
    await expectGolden(steady(created.output, shop), golden("apply-create.json"));

    shop.files.write({ "main.ts": program(2) });
    const changed = await shop.coco("plan", "--json", "--detailed-exitcode");
    expect(changed.status).toBe(2);
    await expectGolden(steady(changed.output, shop), golden("plan-update.json"));

    shop.files.write({ "main.ts": program(2, "refused") });
    const undecided = await shop.coco("apply", "--json");
    expect(undecided.status).toBe(4);
    expect(JSON.parse(undecided.output)).toMatchObject({
      version: 1,
      command: "apply",
      exitCode: 4,
      approval: { given: false },
    });

    const failed = await shop.coco("apply", "--yes", "--json", "-p", "1");
    expect(failed.status).toBe(1);
    const { run, diagnostics } = JSON.parse(failed.output) as {
      run: { ok: boolean; steps: readonly { result: string }[] };
      diagnostics: readonly { code: string; position: { file: string; line: number } }[];
    };
    expect(run.ok).toBe(false);
    expect(run.steps.map(({ result }) => result)).toContain("failed");
    expect(diagnostics[0]).toMatchObject({ code: "provider/hook-failed", position: { line: 4 } });
    for (const { output } of [created, changed, undecided, failed]) expect(output).not.toContain("hunter2");
  });

  test("says what was performed where that is less than was planned", async () => {
    const files = (content: string) => `import * as coconut from "@coconut/coconut";
import { File } from "@coconut/coconut/local";
const data = new File("data", { path: "out/data", content: "${content}" });
new File("copy", { path: coconut.interpolate\`out/\${data.size}\`, content: data.sha256 });
`;
    const shop = projects.project(files("one"));
    expect((await shop.coco("apply", "--yes")).status).toBe(0);
    shop.files.write({ "main.ts": files("two") });
    const { output, status } = await shop.coco("apply", "--yes", "--json");
    expect(status).toBe(0);
    const { run } = JSON.parse(output) as { run: { summary: object; steps: readonly object[] } };
    expect(run.summary).toEqual({ update: 2, skipped: 1 });
    expect(run.steps).toContainEqual(
      expect.objectContaining({ action: "create", result: "done", performed: "update" }),
    );
  });

  test("is a line for everything that happens, from begin to end", async () => {
    const shop = projects.project(program(1));
    const { output, status } = await shop.coco("apply", "--yes", "--events", "-p", "1");
    expect(status).toBe(0);
    await expectGolden(steady(output, shop), golden("apply-create.jsonl"));
    const lines = output
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { version: number; time: string; event: string });
    expect(lines.every(({ version, time }) => version === 1 && !Number.isNaN(Date.parse(time)))).toBe(true);
    expect(lines.at(0)!.event).toBe("begin");
    expect(lines.at(-1)!.event).toBe("end");
    expect(output).not.toContain("hunter2");
  });

  test("every event and field that was printed is documented", async () => {
    const pages = ["json.md", "events.md"].map((name) =>
      readFileSync(new URL(`../../docs/reference/${name}`, import.meta.url), "utf8"),
    );
    const named = new Set(
      [...pages.join("\n").matchAll(/`([^`]*)`/g)].flatMap(([, text]) => text!.match(/[A-Za-z]+/g) ?? []),
    );
    for (const file of ["apply-create.json", "plan-update.json", "apply-create.jsonl"]) {
      const text = readFileSync(golden(file), "utf8");
      const documents = file.endsWith("l") ? text.trimEnd().split("\n") : [text];
      const fields = documents.flatMap((each) => fieldsOf(JSON.parse(each) as Record<string, unknown>));
      expect([file, ...fields.filter((field) => !named.has(field))]).toEqual([file]);
    }
  });
});

/** The names of fields, without those inside what belongs to the user. */
function fieldsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    ["before", "after", "outputs", "observed"].includes(key) ? [key] : [key, ...fieldsOf(part)],
  );
}
