import { expect } from "vitest";
import { isDiagnosticError, type Diagnostic } from "../../src/model/index.js";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

/** What the next plan says about a resource, without the places in source files. */
async function explained(s: Scenario, resource: string, options = {}): Promise<string> {
  const plan = await s.plan(options).succeeds();
  const text = plan.explain(resource).text();
  return text.replaceAll(/ {2}\(\S+\.ts:\d+:\d+\)| at \S+\.ts:\d+:\d+/g, " <here>");
}

function lines(text: string): string {
  const rows = text.split("\n").slice(1, -1);
  const indent = Math.min(...rows.filter((row) => row !== "").map((row) => row.search(/\S/)));
  return `${rows.map((row) => row.slice(indent)).join("\n")}\n`;
}

/** The title of a site is known only afterwards when its bucket moves. */
const restlessTitles = {
  Site: {
    modifyPlan: ({ change, unknown }: Modifying) => {
      if (change("bucket") !== "same") unknown("title");
    },
  },
};

interface Modifying {
  readonly change: (field: string) => string;
  readonly unknown: (field: string) => void;
}

scenario(
  "a chain is followed through three resources to the line of the program that began it",
  async (s) => {
    s.types(restlessTitles);
    const program = (region: string) =>
      s.program(({ types, site, task }) => {
        const logs = new types.Bucket("logs", { name: "logs", region });
        const www = site("www", { bucket: logs.id });
        task("build", { command: www.title.apply((title) => `make ${title}`) });
      });
    program("eu");
    await s.apply().succeeds();
    program("us");
    expect(await explained(s, "build")).toBe(
      lines(`
      cloud:index:Task "build" will be updated <here>
        command: "make untitled" -> known after apply
          from title of cloud:index:Site "www", which will be updated
        revision: "revision of make untitled" -> known after apply
          computed by its provider

      cloud:index:Site "www" will be updated <here>
        bucket: "bucket-1" -> known after apply
          from id of cloud:index:Bucket "logs", which will be replaced
        title: "untitled" -> known after apply
          computed by its provider

      cloud:index:Bucket "logs" will be replaced <here>
        region: "eu" -> "us"  (forces replacement)
          from the program <here>
    `),
    );
    const [logs] = (await s.plan().succeeds()).explain("logs").explanations;
    expect(logs!.position!.file).toContain("explain.test.ts");
  },
);

scenario("each resource of a chain is explained once, and a property that stays is no reason", async (s) => {
  s.types(restlessTitles);
  const program = (region: string) =>
    s.program(({ bucket, site, task }) => {
      const logs = bucket("logs", { region });
      const www = site("www", { bucket: logs.id });
      const echo = site("echo", { bucket: logs.id });
      task("build", { command: www.title, image: echo.title, retries: 1 });
      task("idle", { command: www.url });
    });
  program("eu");
  await s.apply().succeeds();
  program("us");
  const plan = await s.plan().succeeds();
  const chain = plan.explain("build").explanations.map(({ name, action }) => `${action} ${name}`);
  expect(chain).toEqual(["update build", "update www", "update echo", "replace logs"]);
  expect(plan.explain("idle").explanations).toMatchObject([{ action: "same", because: [] }]);
});

scenario(
  "of a value that is made from what stays and from the program, the program is the reason",
  async (s) => {
    const program = (target: string) =>
      s.program(({ bucket, task }) => {
        const { name } = bucket("logs");
        task("build", { command: name.apply((known) => `make ${target} ${known}`) });
      });
    program("one");
    await s.apply().succeeds();
    program("two");
    expect(await explained(s, "build")).toBe(
      lines(`
      cloud:index:Task "build" will be updated <here>
        command: "make one logs" -> "make two logs"
          from the program <here>
        revision: "revision of make one logs" -> known after apply
          computed by its provider
    `),
    );
  },
);

scenario("a replacement that drags others along says which field and whose", async (s) => {
  const program = (region: string) =>
    s.program(({ bucket, disk }) => disk("data", { size: 1, bucket: bucket("logs", { region }).id }));
  program("eu");
  await s.apply().succeeds();
  program("us");
  expect(await explained(s, "data")).toBe(
    lines(`
      cloud:index:Disk "data" will be replaced <here>
        bucket: "bucket-1" -> known after apply  (forces replacement if it changes)
          from id of cloud:index:Bucket "logs", which will be replaced

      cloud:index:Bucket "logs" will be replaced <here>
        region: "eu" -> "us"  (forces replacement)
          from the program <here>
    `),
  );
});

scenario("what has to be gone before another is deleted first says so", async (s) => {
  const program = (region: string) =>
    s.program(({ bucket, disk }) => {
      const logs = bucket("logs", { region }, { deleteBeforeReplace: true });
      disk("data", { size: 1, bucket: logs.id });
    });
  program("eu");
  await s.apply().succeeds();
  program("us");
  expect(await explained(s, "data")).toContain(
    'it must be deleted before cloud:index:Bucket "logs", which is deleted before its replacement is created\n',
  );
});

scenario("drift shows what was left and what was found", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.cloud.drifts("bucket logs", { acl: "public" });
  const expected = lines(`
    cloud:index:Bucket "logs" will be updated <here>
      acl: "private" -> "public"  (changed outside Coconut)
  `);
  expect(await explained(s, "logs")).toBe(expected);
  await s.refresh().succeeds();
  expect(await explained(s, "logs", { refresh: false })).toBe(expected);
  const plan = await s.plan().succeeds();
  expect(plan.text()).toContain(
    '"logs"  (drift)\n    changed outside Coconut:\n    ! acl: was "private", now "public"\n',
  );
});

scenario("a trigger is named", async (s) => {
  const program = (round: number) => s.program(({ bucket }) => bucket("logs", {}, { replaceTrigger: round }));
  program(1);
  await s.apply().succeeds();
  program(2);
  expect(await explained(s, "logs")).toBe(
    lines(`
      cloud:index:Bucket "logs" will be replaced <here>
        its replaceTrigger changed
    `),
  );
});

scenario("a replacement that was asked for is named as that", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  expect(await explained(s, "logs", { replace: ["logs"] })).toContain("  its replacement was requested\n");
});

scenario("what was marked as tainted says so", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  await (await s.stack()).state.taint("logs");
  expect(await explained(s, "logs")).toBe(
    lines(`
      cloud:index:Bucket "logs" will be replaced <here>
        it is tainted
    `),
  );
});

scenario("what goes along with another leads to it", async (s) => {
  const program = (region: string) =>
    s.program(({ bucket, key }) => {
      const logs = bucket("logs", { region });
      key("access", {}, { replaceWith: [logs] });
    });
  program("eu");
  await s.apply().succeeds();
  program("us");
  expect(await explained(s, "access")).toBe(
    lines(`
      cloud:index:Key "access" will be replaced <here>
        it is replaced together with cloud:index:Bucket "logs", which will be replaced

      cloud:index:Bucket "logs" will be replaced <here>
        region: "eu" -> "us"  (forces replacement)
          from the program <here>
    `),
  );
});

scenario("a field from configuration leads to the line that reads it into the resource", async (s) => {
  s.program(({ bucket, coconut }) => bucket("logs", { acl: new coconut.Config().require("acl") }));
  s.config({ "scenario:acl": "private" });
  await s.apply().succeeds();
  s.config({ "scenario:acl": "public" });
  expect(await explained(s, "logs")).toBe(
    lines(`
      cloud:index:Bucket "logs" will be updated <here>
        acl: "private" -> "public"
          from the program <here>
    `),
  );
});

scenario("a new resource and one that is gone are told apart", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  expect(await explained(s, "logs")).toContain("  it is new and not in state yet\n");
  await s.apply().succeeds();
  s.cloud.loses("bucket logs");
  expect(await explained(s, "logs")).toContain(
    "  its object no longer exists: it was deleted outside Coconut\n",
  );
});

scenario("a delete says that the program does not ask for it", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.program(() => {});
  expect(await explained(s, "logs")).toBe(
    lines(`
      cloud:index:Bucket "logs" will be deleted <here>
        the program no longer declares it
    `),
  );
});

scenario("of a resource that stays there is nothing to say", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  expect(await explained(s, "logs")).toBe(
    lines(`
      cloud:index:Bucket "logs" is unchanged <here>
        the program, state and the object match
    `),
  );
});

scenario("a component leads to what changes in it", async (s) => {
  const program = (acl: string) =>
    s.program(({ group, bucket }) => group("web", (parent) => void bucket("logs", { acl }, { parent })));
  program("private");
  await s.apply().succeeds();
  program("public");
  const plan = await s.plan().succeeds();
  const chain = plan.explain("web").explanations;
  expect(chain.map(({ name }) => name)).toEqual(["web", "logs"]);
  expect(chain[0]).toMatchObject({
    action: "same",
    because: [{ kind: "contains", cause: { name: "logs" } }],
  });
});

scenario("a secret is not told, nor is what is hidden", async (s) => {
  const passphrase = s.secret("correct horse");
  const other = s.secret("battery staple");
  const program = (text: string, label: string) =>
    s.program(({ key, disk }) => {
      key("access", { passphrase: text });
      disk("data", { size: 1, label }, { hideDiffs: ["label"] });
    });
  program(passphrase, "one");
  await s.apply().succeeds();
  program(other, "two");
  const plan = await s.plan().succeeds();
  expect(plan.explain("access").text()).toContain("passphrase: [secret] -> [secret]\n");
  const shown = [plan.explain("access"), plan.explain("data"), plan].map((each) => JSON.stringify(each));
  expect(shown.join("\n")).not.toMatch(/horse|staple|"two"|"one"/);
  expect(plan.explain("data").text()).toContain("  label: not shown\n");
  expect(plan.text()).toContain('~ cloud:index:Disk "data"\n    1 change not shown\n');
  expect(plan.text()).not.toMatch(/"one"|"two"/);
  await s.apply({ plan }).succeeds();
  s.cloud.has("disk data", { label: "two" });
});

scenario("a resource is named by URN, name or id; one that is not there by what is near", async (s) => {
  s.program(({ bucket }) => [bucket("logs"), bucket("blogs"), bucket("archive")]);
  await s.apply().succeeds();
  const plan = await s.plan().succeeds();
  const urn = plan.changes[0]!.urn;
  for (const text of [urn, "logs", "bucket-1"])
    expect(plan.explain(text).explanations).toMatchObject([{ urn }]);
  const problem = refusedBy(() => plan.explain("lgos"));
  expect(problem).toMatchObject({ code: "plan/no-such-resource", related: [{ resource: urn }] });
});

scenario("a name that stands for several is refused with all of them", async (s) => {
  s.program(({ bucket, key }) => [bucket("logs"), key("logs")]);
  const plan = await s.plan().succeeds();
  const problem = refusedBy(() => plan.explain("logs"));
  expect(problem.code).toBe("plan/ambiguous-resource");
  expect(problem.related).toHaveLength(2);
});

function refusedBy(work: () => unknown): Diagnostic {
  try {
    work();
  } catch (error) {
    if (isDiagnosticError(error)) return error.diagnostics[0]!;
    throw error;
  }
  throw new Error("It was not refused.");
}
