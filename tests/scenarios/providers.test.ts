import { expect } from "vitest";
import { scenario } from "../support/scenario.js";

scenario("a provider resource configures what names it; the others have the stack's settings", async (s) => {
  s.config({ "cloud:account": "west" });
  s.program(({ bucket, account }) => {
    bucket("mine", {}, { provider: account("east", { account: "east" }) });
    bucket("ours");
  });
  await s.plan().shows(`
    create cloud east
    create bucket mine
    create bucket ours
  `);
  await s.apply().succeeds();
  expect(s.cloud.objects("bucket mine")[0]!.account).toBe("east");
  expect(s.cloud.objects("bucket ours")[0]!.account).toBe("west");
  await s.apply().changesNothing();
});

scenario("several configurations of one package live side by side", async (s) => {
  s.program(({ bucket, account }) => {
    for (const name of ["east", "west"]) {
      bucket(name, {}, { provider: account(name, { account: name }) });
    }
  });
  await s.apply().succeeds();
  expect(s.cloud.objects("bucket east")[0]!.account).toBe("east");
  expect(s.cloud.objects("bucket west")[0]!.account).toBe("west");
  await s.destroy().succeeds();
});

scenario("a configuration that is known after apply is used as soon as it is known", async (s) => {
  s.program(({ bucket, site, account }) => {
    const cluster = bucket("cluster");
    const provider = account("inside", { account: cluster.arn });
    site("www", { bucket: "b" }, { provider });
  });
  await s.plan().shows(`
    create bucket cluster
    create cloud inside
    create site www
  `);
  await s.apply().succeeds();
  s.story(`
    create bucket cluster
    record cloud inside
    create site www
  `);
  expect(s.cloud.objects("site www")[0]!.account).toBe("arn:bucket-1");
});

scenario("while a configuration is unknown nothing is read, and the plan says so", async (s) => {
  const program = (command: string, title: string) =>
    s.program(({ task, site, account }) => {
      const name = task("vault", { command }).revision.apply(() => "main");
      const provider = account("inside", { account: name });
      site("www", { bucket: "b", title }, { provider });
    });
  program("one", "hello");
  await s.apply().succeeds();
  s.cloud.drifts("site www", { title: "moved" });
  program("two", "bye");
  const since = s.cloud.effects.length;
  const plan = await s.plan().shows(`
    update task vault (command, revision)
    record cloud inside (inputs)
    update site www (title)
  `);
  expect(s.cloud.effects.slice(since).filter(({ kind }) => kind === "site")).toEqual([]);
  expect(plan.changes.at(-1)!.planned!.deferred).toContain("configuration of provider cloud");
  expect(plan.text()).toContain("not read: The configuration of provider cloud is known after apply.");
  await s.apply().succeeds();
  s.cloud.has("site www", { title: "bye" });
});

scenario("a setting that changes reconfigures, and touches no resource by itself", async (s) => {
  const program = (password: string) =>
    s.program(({ bucket, account }) => bucket("logs", {}, { provider: account("main", { password }) }));
  program(s.secret("open sesame"));
  await s.apply().succeeds();
  program(s.secret("shut sesame"));
  await s.plan().shows(`record cloud main (inputs)`);
  await s.apply().succeeds();
  s.story(`record cloud main`);
});

scenario("a provider that leaves together with its resources still deletes them", async (s) => {
  s.program(({ bucket, account }) => {
    bucket("logs", {}, { provider: account("east", { account: "east" }) });
  });
  await s.apply().succeeds();
  s.program(() => {});
  await s.apply().succeeds();
  s.story(`
    delete bucket logs
    forget cloud east
  `);
});

scenario("a provider that leaves before its resources is still there for them in state", async (s) => {
  s.program(({ bucket, account }) => {
    const provider = account("east", { account: "east" });
    bucket("a", {}, { provider });
    bucket("b", {}, { provider });
  });
  await s.apply().succeeds();
  s.program(
    ({ bucket, account }) => void bucket("a", {}, { provider: account("east", { account: "east" }) }),
  );
  await s.apply().succeeds();
  s.story(`delete bucket b`);
});

scenario("destroy uses the configuration of the program, where there is one", async (s) => {
  const seen: unknown[] = [];
  const program = (password: string) =>
    s.program(({ bucket, account }) => bucket("logs", {}, { provider: account("main", { password }) }));
  program(s.secret("open sesame"));
  await s.apply().succeeds();
  s.types({
    Bucket: {
      delete: async ({ config, client, id }: any) => {
        seen.push(config.password);
        await client.cloud.delete({ kind: "bucket", id, account: client.account });
      },
    },
  });
  program(s.secret("shut sesame"));
  await s.destroy().succeeds();
  expect(seen).toEqual(["shut sesame"]);
});

scenario("destroy uses the recorded configuration, where the program has none", async (s) => {
  s.program(({ bucket, account }) => bucket("logs", {}, { provider: account("east", { account: "east" }) }));
  await s.apply().succeeds();
  s.program(() => {
    throw new Error("broken");
  });
  await s.destroy().succeeds();
  s.cloud.lacks("bucket logs");
});

scenario("a setting that there is not is refused with its name", async (s) => {
  s.config({ "cloud:acount": "west" });
  s.program(({ bucket }) => bucket("logs"));
  const [problem] = await s.plan().fails("provider/no-such-setting");
  expect(problem!.detail).toContain("acount");
  expect(problem!.hint).toContain("account");
});

scenario("a setting of the wrong type is refused before anything happens", async (s) => {
  s.program(({ bucket, account }) =>
    bucket("logs", {}, { provider: account("east", { account: 7 as never }) }),
  );
  await s.plan().fails("provider/invalid-setting");
  await s.apply().fails("provider/invalid-setting");
  expect(s.cloud.effects).toEqual([]);
});

scenario("a resource whose package is missing says what to install, and nothing is lost", async (s) => {
  s.program(({ bucket, coconut }) => {
    class Thing extends coconut.CustomResource {}
    bucket("logs");
    return { thing: new Thing("nowhere:index:Thing", "thing", {}).urn };
  });
  const [problem] = await s.plan().fails("provider/package-not-found");
  expect(`${problem!.detail} ${problem!.hint}`).toContain("nowhere");
  expect(s.cloud.effects).toEqual([]);
});

scenario("a resource that is given another configuration is replaced through the old one", async (s) => {
  const program = (name: string) =>
    s.program(({ bucket, account }) => {
      const accounts = {
        east: account("east", { account: "east" }),
        west: account("west", { account: "west" }),
      };
      bucket("logs", { name: `logs-${name}` }, { provider: accounts[name as "east" | "west"] });
    });
  program("east");
  await s.apply().succeeds();
  program("west");
  await s.apply().succeeds();
  s.cloud.lacks("bucket logs-east");
  expect(s.cloud.objects("bucket logs-west")[0]!.account).toBe("west");
});

scenario("a hook that throws at plan time is named, and the others are planned all the same", async (s) => {
  s.program(({ task }) => task("build", { command: "one" }));
  await s.apply().succeeds();
  s.types({
    Task: {
      modifyPlan: () => {
        throw new TypeError("no such field");
      },
    },
  });
  s.program(({ task, bucket }) => [task("build", { command: "two" }), bucket("logs", { acl: 7 as never })]);
  const problems = await s.plan().fails("provider/invalid-input");
  expect(problems.map(({ code }) => code)).toEqual(["provider/hook-failed", "provider/invalid-input"]);
  expect(problems[0]!.detail).toContain(
    "modifyPlan of cloud:index:Task (package cloud 1.0.0) threw TypeError: no such field",
  );
});

scenario("a configuration that leads to the same account keeps what is there", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  const explicit = (password: string) =>
    s.program(({ bucket, account }) =>
      bucket("logs", {}, { provider: account("mine", { account: "main", password }) }),
    );
  explicit(s.secret("open sesame"));
  await s.plan().shows(`
    create cloud mine
    record bucket logs (dependencies)
  `);
  await s.apply().succeeds();
  s.story(`
    record cloud mine
    record bucket logs
  `);
  await s.destroy().succeeds();
});

scenario("an object that the new configuration does not find is replaced, never left behind", async (s) => {
  s.types({
    Bucket: {
      read: async ({ client: { cloud, account }, id }: any) => {
        const found = await cloud.read({ kind: "bucket", id, account }).catch(() => null);
        return found && { arn: `arn:${id}`, acl: "private", size: 0 };
      },
    },
  });
  const program = (name: string) =>
    s.program(({ bucket, account }) => {
      bucket("logs", { region: name }, { provider: account(name, { account: name }) });
    });
  program("east");
  await s.apply().succeeds();
  program("west");
  await s.apply().succeeds();
  expect(s.cloud.objects().map(({ account }) => account)).toEqual(["west"]);
});

scenario("what is made with a configuration goes before what the configuration comes from", async (s) => {
  s.program(({ bucket, site, group, account }) => {
    const cluster = bucket("cluster");
    const providers = [account("inside", { account: cluster.arn })];
    group("app", (app) => void site("www", { bucket: "b" }, { parent: app }), { providers });
  });
  await s.apply().succeeds();
  s.program(() => {});
  await s.apply().succeeds();
  expect(s.cloud.changes().slice(-2)).toEqual(["delete site www", "delete bucket cluster"]);
});

scenario("destroy falls back on what was recorded while the program's settings are unknown", async (s) => {
  const program = (region: string) =>
    s.program(({ bucket, site, account }) => {
      const provider = account("inside", { account: bucket("cluster", { region }).arn });
      site("www", { bucket: "b" }, { provider });
    });
  program("eu");
  await s.apply().succeeds();
  program("us");
  await s.destroy().succeeds();
  expect(s.cloud.objects()).toEqual([]);
});

scenario("a resource that seems the same says when it could not be read", async (s) => {
  const program = (command: string) =>
    s.program(({ task, site, account }) => {
      const name = task("vault", { command }).revision.apply(() => "main");
      site("www", { bucket: "b" }, { provider: account("inside", { account: name }) });
    });
  program("one");
  await s.apply().succeeds();
  program("two");
  const plan = await s.plan().shows(`
    update task vault (command, revision)
    record cloud inside (inputs)
    same site www
  `);
  expect(plan.text()).toContain("not read: The configuration of provider cloud is known after apply.");
  await s.apply().succeeds();
});
