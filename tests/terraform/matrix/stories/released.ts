import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect } from "vitest";
import { actionsOf, detailsOf, problemOf, stepsOf, unknownValue } from "../shown.js";
import { story, type Story } from "../story.js";

const offset = (days: number, trigger = 1) =>
  `const a = new (terraform.resource("time_offset"))("a", { baseRfc3339: "2026-01-01T00:00:00Z", offsetDays: ${days}, triggers: { v: "${trigger}" } });
export const { rfc3339 } = a;`;

/** Objects of `time` exist only in state. */
const time: Story = {
  columns: ["time"],
  steps: [
    {
      phase: "plan",
      async run(project) {
        project.program(offset(1), "");
        const planned = await project.coco("plan", "--detailed-exitcode");
        expect(planned.status).toBe(2);
        expect(actionsOf(planned)).toEqual({ a: "create" });
        expect(planned.plan?.outputs["rfc3339"]).toBe(unknownValue);
      },
    },
    {
      phase: "apply",
      async run(project) {
        const applied = await project.coco("apply", "--yes");
        expect(stepsOf(applied)).toEqual(["create a done"]);
        expect(applied.run?.outputs["rfc3339"]).toBe("2026-01-02T00:00:00Z");
        expect(await project.state()).toMatchObject([{ id: "2026-01-01T00:00:00Z", outputs: { day: 2 } }]);
      },
    },
    {
      phase: "no changes",
      async run(project) {
        expect((await project.coco("plan", "--detailed-exitcode")).status).toBe(0);
      },
    },
    {
      phase: "update",
      async run(project) {
        project.program(offset(2), "");
        const applied = await project.coco("apply", "--yes");
        expect(stepsOf(applied)).toEqual(["update a done"]);
        expect(detailsOf(applied, "a")).toContain("offsetDays inputs");
        expect(applied.run?.outputs["rfc3339"]).toBe("2026-01-03T00:00:00Z");
      },
    },
    {
      phase: "replace",
      async run(project) {
        project.program(offset(2, 2), "");
        const applied = await project.coco("apply", "--yes");
        expect(actionsOf(applied)).toEqual({ a: "replace" });
        expect(detailsOf(applied, "a")).toContain("triggers.v inputs replaces");
        expect(applied.run?.outputs["rfc3339"]).toBe("2026-01-03T00:00:00Z");
      },
    },
    {
      phase: "plan file",
      async run(project) {
        project.program(offset(3, 2), "");
        expect((await project.coco("plan", "--out", "a.plan")).status).toBe(0);
        expect(stepsOf(await project.coco("apply", "a.plan"))).toEqual(["update a done"]);
      },
    },
    {
      phase: "import by command",
      async run(project) {
        const id = "2026-05-01T00:00:00Z,0,0,4,0,0,0";
        expect((await project.coco("import", "tf_time:time_offset", "b", id)).status).toBe(0);
        const [, b] = await project.state();
        expect(b).toMatchObject({ inputs: { offsetDays: 4 }, outputs: { rfc3339: "2026-05-05T00:00:00Z" } });
      },
    },
    {
      phase: "targeted destroy",
      async run(project) {
        expect((await project.coco("state", "unprotect", "b")).status).toBe(0);
        expect(stepsOf(await project.coco("destroy", "--yes", "-t", "b"))).toEqual(["delete b done"]);
        expect(await project.state()).toHaveLength(1);
      },
    },
    {
      phase: "destroy",
      async run(project) {
        expect((await project.coco("destroy", "--yes")).status).toBe(0);
        expect(await project.state()).toEqual([]);
      },
    },
  ],
};

const timeFunction = story(["time"], "function", async (project) => {
  const parse = (text: string) =>
    project.program(
      `export const { result } = coconut.invokeOutput(terraform.providerFunction("time", "duration_parse"), { duration: "${text}" });`,
      "",
    );
  parse("90m");
  expect((await project.coco("plan")).plan?.outputs["result"]).toMatchObject({ hours: 1.5, minutes: 90 });
  parse("soon");
  expect((await project.coco("plan")).status).toBe(1);
});

const expired = story(["time"], "gone", async (project) => {
  const rotating = (minutes: number) =>
    project.program(
      `new (terraform.resource("time_rotating"))("a", { rfc3339: "2020-01-01T00:00:00Z", rotationMinutes: ${minutes} });`,
      "",
    );
  rotating(1);
  expect((await project.coco("apply", "--yes")).status).toBe(0);
  // The time of its rotation is over, so the provider says that it does not exist.
  expect(actionsOf(await project.coco("plan"))).toEqual({ a: "create" });
  rotating(100_000_000);
  expect(stepsOf(await project.coco("apply", "--yes"))).toEqual(["create a done"]);
  expect((await project.coco("plan", "--detailed-exitcode")).status).toBe(0);
});

const timeErrors = story(["time"], "invalid input", async (project) => {
  project.program(`new (terraform.resource("time_offset"))("a", { ofsetDays: 1 });`, "");
  expect(problemOf(await project.coco("plan"), "provider/terraform-input").hint).toBe(`Did you mean "offsetDays"?`);
});

const timeProviderError = story(["time"], "provider error", async (project) => {
  project.program(`new (terraform.resource("time_offset"))("a", { baseRfc3339: "yesterday", offsetDays: 1 });`, "");
  const planned = await project.coco("plan");
  expect(planned.status).toBe(1);
  expect(problemOf(planned, "provider/terraform-refused").path).toBe("baseRfc3339");
});

const file = (content: string) =>
  `const a = new (terraform.resource("local_file"))("a", { filename: "out/a.txt", content: "${content}" });
export const { contentMd5 } = a;`;

const local: Story = {
  columns: ["local"],
  steps: [
    {
      phase: "plan",
      async run(project) {
        project.program(file("one"), "");
        const planned = await project.coco("plan", "--detailed-exitcode");
        expect(planned.status).toBe(2);
        expect(actionsOf(planned)).toEqual({ a: "create" });
        expect(planned.plan?.outputs["contentMd5"]).toBe(unknownValue);
        expect(existsSync(project.path("out"))).toBe(false);
      },
    },
    {
      phase: "apply",
      async run(project) {
        expect(stepsOf(await project.coco("apply", "--yes"))).toEqual(["create a done"]);
        expect(readFileSync(project.path("out/a.txt"), "utf8")).toBe("one");
        expect(await project.state()).toMatchObject([{ id: "fe05bcdcdc4928012781a5f1a2a77cbb5398e106" }]);
      },
    },
    {
      phase: "no changes",
      async run(project) {
        expect((await project.coco("plan", "--detailed-exitcode")).status).toBe(0);
      },
    },
    {
      phase: "replace",
      async run(project) {
        project.program(file("two"), "");
        const applied = await project.coco("apply", "--yes");
        expect(actionsOf(applied)).toEqual({ a: "replace" });
        expect(detailsOf(applied, "a")).toContain("content inputs replaces");
        expect(readFileSync(project.path("out/a.txt"), "utf8")).toBe("two");
      },
    },
    {
      phase: "drift",
      async run(project) {
        // The provider reports a file with other contents as gone.
        writeFileSync(project.path("out/a.txt"), "changed");
        expect(actionsOf(await project.coco("plan"))).toEqual({ a: "create" });
        expect((await project.coco("apply", "--yes")).status).toBe(0);
        expect(readFileSync(project.path("out/a.txt"), "utf8")).toBe("two");
      },
    },
    {
      phase: "gone",
      async run(project) {
        rmSync(project.path("out/a.txt"));
        expect(stepsOf(await project.coco("apply", "--yes"))).toEqual(["create a done"]);
        expect(readFileSync(project.path("out/a.txt"), "utf8")).toBe("two");
      },
    },
    {
      phase: "refresh",
      async run(project) {
        rmSync(project.path("out/a.txt"));
        expect((await project.coco("refresh", "--yes")).status).toBe(0);
        expect(await project.state()).toEqual([]);
        expect(existsSync(project.path("out/a.txt"))).toBe(false);
        expect((await project.coco("apply", "--yes")).status).toBe(0);
      },
    },
    {
      phase: "plan file",
      async run(project) {
        project.program(file("three"), "");
        expect((await project.coco("plan", "--out", "a.plan")).status).toBe(0);
        expect(readFileSync(project.path("out/a.txt"), "utf8")).toBe("two");
        expect((await project.coco("apply", "a.plan")).status).toBe(0);
        expect(readFileSync(project.path("out/a.txt"), "utf8")).toBe("three");
      },
    },
    {
      phase: "data source",
      async run(project) {
        project.program(
          `${file("three")}\nexport const { content } = coconut.invokeOutput(terraform.dataSource("local_file"), { filename: a.filename });`,
          "",
        );
        const applied = await project.coco("apply", "--yes");
        expect(applied.run?.outputs["content"]).toBe("three");
      },
    },
    {
      phase: "targeted destroy",
      async run(project) {
        project.program(`${file("three")}\nnew (terraform.resource("local_file"))("b", { filename: "out/b.txt", content: "b" });`, "");
        expect((await project.coco("apply", "--yes")).status).toBe(0);
        expect(stepsOf(await project.coco("destroy", "--yes", "-t", "b"))).toEqual(["delete b done"]);
        expect([existsSync(project.path("out/a.txt")), existsSync(project.path("out/b.txt"))]).toEqual([true, false]);
      },
    },
    {
      phase: "destroy",
      async run(project) {
        expect((await project.coco("destroy", "--yes")).status).toBe(0);
        expect(existsSync(project.path("out/a.txt"))).toBe(false);
        expect(await project.state()).toEqual([]);
      },
    },
  ],
};

const localFunction = story(["local"], "function", async (project) => {
  project.program(
    `export const { result } = coconut.invokeOutput(terraform.providerFunction("local", "direxists"), { path: "cloud" });`,
    "",
  );
  expect((await project.coco("plan")).plan?.outputs["result"]).toBe(true);
});

const localErrors = story(["local"], "invalid input", async (project) => {
  project.program(`new (terraform.resource("local_file"))("a", { content: 7, filname: "x" });`, "");
  const planned = await project.coco("plan");
  expect(planned.status).toBe(1);
  expect(problemOf(planned, "provider/terraform-input").hint).toBe(`Did you mean "filename"?`);
});

const localProviderError = story(["local"], "provider error", async (project) => {
  project.program(`new (terraform.resource("local_file"))("a", { filename: "a.txt", content: "a", filePermission: "12345" });`, "");
  const planned = await project.coco("plan");
  expect(planned.status).toBe(1);
  expect(problemOf(planned, "provider/terraform-refused").path).toBe("filePermission");
  expect(existsSync(project.path("a.txt"))).toBe(false);
});

const localNoImport = story(["local"], "import by command", async (project) => {
  project.program("", "");
  const imported = await project.coco("import", "tf_local:local_file", "a", "a.txt");
  expect(imported.status).toBe(1);
  problemOf(imported, "provider/terraform-refused");
}, "of a type that has none");

export const released: readonly Story[] = [
  time,
  timeFunction,
  expired,
  timeErrors,
  timeProviderError,
  local,
  localFunction,
  localErrors,
  localProviderError,
  localNoImport,
];
