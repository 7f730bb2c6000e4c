import * as v from "valibot";
import { describe, expect } from "vitest";
import { containsEphemeral, isEphemeral, type Planned } from "../../src/model/index.js";
import { leaseMaterial } from "../../src/testing/fake-provider.js";
import type { Scenario } from "../support/scenario/index.js";
import type { Words } from "../support/scenario/words.js";
import { scenario } from "../support/scenario.js";
import { wrappedHost } from "../support/wrapped-host.js";

const password = "canary-of-a-password";

/** What the object of a login has as its password. */
function passwordOf(s: Scenario, login: string): unknown {
  return s.cloud.objects(`login ${login}`)[0]!.properties["password"];
}

describe("write-only inputs", () => {
  scenario("accept a value that the program calls ephemeral, and nothing of it is stored", async (s) => {
    s.ephemeral(password);
    s.program(({ login, coconut }) => login("ana", { password: coconut.ephemeral(password) }));
    await s.plan().shows(`create login ana`);
    await s.apply().succeeds();
    s.cloud.has("login ana", { password });
    await s.apply().changesNothing();
  });

  scenario("accept the answer of an ephemeral function, which is another one in each run", async (s) => {
    s.ephemeral(leaseMaterial);
    const program = (passwordVersion: number) =>
      s.program(({ login, functions, coconut }) => {
        const { token } = coconut.invokeOutput(functions.lease, { audience: "ana" });
        login("ana", { password: token, passwordVersion });
      });
    program(1);
    await s.apply().succeeds();
    const first = passwordOf(s, "ana");
    expect(first).toMatch(new RegExp(`^${leaseMaterial} \\d+ for ana$`));
    await s.apply().changesNothing();
    program(2);
    await s.apply().succeeds();
    s.story(`update login ana`);
    expect(passwordOf(s, "ana")).not.toBe(first);
  });

  scenario("accept what is made of one: apply, all, interpolate, JSON, elements, unsecret", async (s) => {
    s.ephemeral(password);
    s.program(({ login, coconut }) => {
      const given = coconut.ephemeral({ text: password, list: [password] });
      login("apply", { password: given.apply(({ text }) => `${text}!`) });
      login("all", { password: coconut.all([given.text, "x"]).apply(([text]) => text) });
      login("interpolate", { password: coconut.interpolate`${given.text}?` });
      login("json", { password: coconut.jsonStringify(given) });
      login("element", { password: given.list.apply((list) => coconut.output(list[0]!)) });
      login("unsecret", { password: coconut.unsecret(given.text) });
      login("secret", { password: coconut.secret(given.text) });
    });
    await s.apply().succeeds();
    expect(passwordOf(s, "json")).toBe(JSON.stringify({ text: password, list: [password] }));
    expect(passwordOf(s, "element")).toBe(password);
    await s.apply().changesNothing();
  });

  scenario("accept one that is known only while the plan is applied", async (s) => {
    s.ephemeral(leaseMaterial);
    s.program(({ login, bucket, functions, coconut }) => {
      const { token } = coconut.invokeOutput(functions.lease, { audience: bucket("logs").id });
      login("ana", { password: token });
    });
    const plan = await s.plan().shows(`
      create bucket logs
      create login ana
    `);
    expect(plan.changes.at(-1)!.inputs["password"]).toSatisfy(isEphemeral);
    await s.apply().succeeds();
    const [bucket] = s.cloud.objects("bucket logs");
    expect(passwordOf(s, "ana")).toContain(`for ${bucket!.id}`);
    await s.apply().changesNothing();
  });

  scenario("a create that was cut off is planned anew, with the value of then", async (s) => {
    s.ephemeral(leaseMaterial);
    s.program(({ login, functions, coconut }) =>
      login("ana", { password: coconut.invokeOutput(functions.lease, { audience: "ana" }).token }),
    );
    s.crashAfter("intent create login ana");
    await s.apply().crashes();
    const [open] = (await s.state()).open.values();
    expect(open).toMatchObject({ action: "create", repeatable: false });
    const plan = await s.plan().shows(`create login ana`);
    await s.apply({ plan }).succeeds();
    expect(passwordOf(s, "ana")).toContain(leaseMaterial);
  });
});

describe("functions and methods", () => {
  scenario("make an ephemeral answer of an ephemeral argument", async (s) => {
    s.ephemeral(password);
    s.program(({ login, functions, coconut }) => {
      const info = coconut.invokeOutput(functions.bucketInfo, {
        id: "none",
        hint: coconut.ephemeral(password),
      });
      login("ana", { password: info.hint });
    });
    await s.apply().succeeds();
    s.cloud.has("login ana", { password });
  });

  scenario("are told that arguments are ephemeral which are so as a whole", async (s) => {
    s.ephemeral(password);
    s.program(({ login, bucket, functions, coconut }) => {
      const given = coconut.all([bucket("logs").id, coconut.ephemeral(password)]);
      const asked = given.apply(([, audience]) => ({ audience }));
      login("ana", { password: coconut.invokeOutput(functions.token, asked as never).token });
    });
    await s.apply().succeeds();
    const messages = s.events.flatMap((event) => (event.kind === "message" ? [event.text] : []));
    expect(messages).toEqual(["made a token for [secret]"]);
  });

  scenario("invoke() refuses to give out an ephemeral answer", async (s) => {
    s.ephemeral(leaseMaterial);
    s.program(async ({ functions, coconut }) => {
      await coconut.invoke(functions.lease, { audience: "ana" });
    });
    await s.plan().fails("engine/secret-answer");
  });

  scenario("what a function says of an ephemeral argument is masked", async (s) => {
    s.ephemeral(password);
    s.program(({ bucket, coconut }) => {
      const logs = bucket("logs");
      bucket("copy", {
        acl: coconut.call(logs, "link", { path: coconut.ephemeral([password]) as never }).url,
      });
    });
    await s.apply().fails();
  });
});

const refusals: {
  readonly [sink: string]: readonly [path: string | undefined, program: (words: Words) => unknown];
} = {
  "an ordinary input": ["acl", ({ bucket, coconut }) => bucket("logs", { acl: coconut.ephemeral(password) })],
  "a part of an ordinary input": [
    "tags.owner",
    ({ bucket, coconut }) => bucket("logs", { tags: { team: "a", owner: coconut.ephemeral(password) } }),
  ],
  "an ordinary input beside a write-only one": [
    "realm",
    ({ login, coconut }) => {
      const given = coconut.ephemeral(password);
      login("ana", { password: given, realm: given });
    },
  ],
  "an ordinary input that is made of it": [
    "acl",
    ({ bucket, coconut }) =>
      bucket("logs", { acl: coconut.unsecret(coconut.interpolate`of ${coconut.ephemeral(password)}`) }),
  ],
  "an input that a callback makes": [
    "name",
    ({ bucket, coconut }) =>
      void coconut.ephemeral(password).apply((text) => {
        bucket("logs", { acl: coconut.unsecret(text) });
      }),
  ],
  "an input from a function with an ephemeral argument": [
    "acl",
    ({ bucket, functions, coconut }) => {
      const hint = coconut.ephemeral(password);
      bucket("logs", { acl: coconut.invokeOutput(functions.bucketInfo, { id: "none", hint }).account });
    },
  ],
  "an input from a setting of a provider": [
    "acl",
    ({ bucket, account, coconut }) => {
      const other = account("other", { password: coconut.ephemeral(password) });
      bucket("logs", { acl: (other as unknown as { password: string }).password });
    },
  ],
  "an output of the stack": ["token", ({ coconut }) => ({ token: coconut.ephemeral(password) })],
  "a part of an output of the stack": [
    "all.token",
    ({ coconut }) => ({ all: { token: coconut.ephemeral(password) }, plain: 1 }),
  ],
  "an output of a component": [
    "token",
    ({ group, coconut }) => void group("web", () => ({ token: coconut.ephemeral(password) })),
  ],
  "an output of a component that a callback makes": [
    "token",
    ({ group, coconut }) =>
      void coconut.ephemeral(password).apply((text) => {
        group("web", () => ({ token: coconut.unsecret(text) }));
      }),
  ],
  "an input of a component": [
    "token",
    ({ coconut }) =>
      void new (class extends coconut.ComponentResource {
        constructor() {
          super("test:index:Vault", "vault", { token: coconut.ephemeral(password) });
        }
      })(),
  ],
  "the option replaceTrigger": [
    "replaceTrigger",
    ({ bucket, coconut }) => bucket("logs", {}, { replaceTrigger: coconut.ephemeral(password) }),
  ],
  "the id of an object that is read": [
    "id",
    ({ types, coconut }) => types.Bucket.get("logs", coconut.ephemeral(password)),
  ],
};

describe("an ephemeral value is refused in", () => {
  for (const [sink, [path, program]] of Object.entries(refusals))
    scenario(sink, async (s) => {
      s.ephemeral(password);
      s.program(program);
      const [found, ...others] = await s.plan().fails("engine/ephemeral-value");
      expect(others).toEqual([]);
      expect(found).toMatchObject({ path });
      expect(found!.hint).toContain("write-only");
      if (found!.resource !== undefined) expect(found!.position).toBeDefined();
      await s.apply().fails("engine/ephemeral-value");
      expect(s.cloud.changes()).toEqual([]);
    });

  scenario("the names of members, which become names of resources", async (s) => {
    s.ephemeral(password);
    s.program(({ bucket, coconut }) => {
      coconut.forEach(
        coconut.ephemeral([password]),
        (key) => key,
        () => bucket("logs"),
      );
    });
    const [found] = await s.plan().fails("program/secret-members");
    expect(found!.detail).toContain("ephemeral");
    expect(found!.hint).not.toContain("unsecret");
  });

  scenario("an input of an object that is adopted", async (s) => {
    s.ephemeral(password);
    const id = s.cloud.adds("bucket logs", { name: "logs", region: "eu" });
    s.program(({ bucket, coconut }) => bucket("logs", { acl: coconut.ephemeral(password) }, { import: id }));
    const [found] = await s.plan().fails("engine/ephemeral-value");
    expect(found).toMatchObject({ path: "acl" });
  });

  scenario("an input that a provider keeps to itself without saying so", async (s) => {
    s.ephemeral(password);
    const says: { planned: Partial<Planned> } = { planned: { unrecorded: undefined } };
    s.wraps((host) =>
      wrappedHost(host, (provider) => ({
        plan: async (call, request) => ({
          ...((await provider.plan(call, request)) as Planned),
          ...says.planned,
        }),
      })),
    );
    s.program(({ login, coconut }) => login("ana", { password: coconut.ephemeral(password) }));
    const [found] = await s.plan().fails("engine/ephemeral-value");
    expect(found).toMatchObject({ path: "password" });
    says.planned = { inputs: { name: "ana", password: "in the open" } };
    await s.plan().fails("engine/ephemeral-value");
    says.planned = {};
    await s.apply().succeeds();
  });

  scenario("an input that outputs of the type repeat", async (s) => {
    s.ephemeral(password);
    s.program(({ login, coconut }) => login("ana", { password: coconut.ephemeral(password) }));
    s.types({ Login: { echoes: ["locked"] } });
    const [found] = await s.plan().fails("provider/repeated-ephemeral");
    expect(found).toMatchObject({ path: "password" });
    expect(found!.detail).toContain("locked");
    s.types({ Login: { outputs: { locked: v.boolean(), password: v.optional(v.string()) } } });
    await s.plan().fails("provider/repeated-ephemeral");
    s.program(({ login }) => login("ana", { password: s.secret("canary of a secret") }));
    await s.plan().succeeds();
  });

  scenario("the content of an asset", async (s) => {
    s.ephemeral(password);
    s.types({ Bucket: { inputs: { name: v.string(), region: v.optional(v.string()), acl: v.any() } } });
    s.program(({ bucket, coconut }) => {
      const text: unknown = new coconut.asset.TextAsset(coconut.ephemeral(password));
      bucket("logs", { acl: text as string });
    });
    const [found] = await s.plan().fails("engine/ephemeral-value");
    expect(found).toMatchObject({ path: "acl" });
  });

  scenario("an alias", async (s) => {
    s.ephemeral(password);
    s.program(({ bucket, coconut }) =>
      bucket("logs", {}, { aliases: [coconut.ephemeral({ name: password })] }),
    );
    await s.plan().fails("engine/unusable-alias");
  });

  scenario("an input, although the plan could not know that the value is ephemeral", async (s) => {
    s.ephemeral(password);
    s.program(({ bucket, coconut }) => {
      const late = bucket("first").id.apply(() => coconut.ephemeral(password));
      bucket("second", { acl: late });
    });
    await s.apply().fails("engine/ephemeral-value");
    s.cloud.lacks("bucket second");
  });
});

describe("configurations of providers", () => {
  scenario("accept it, and plan to nothing although it differs in each run", async (s) => {
    s.ephemeral(leaseMaterial);
    const program = (names: readonly string[]) =>
      s.program(({ bucket, account, functions, coconut }) => {
        const lease = coconut.invokeOutput(functions.lease, { audience: "cloud" });
        const provider = account("east", { account: coconut.ephemeral("east"), password: lease.token });
        for (const name of names) bucket(name, {}, { provider });
      });
    program(["logs"]);
    await s.apply().succeeds();
    expect(s.cloud.objects("bucket logs")[0]!.account).toBe("east");
    const provider = [...(await s.state()).objects.values()].find(({ stored }) =>
      stored.type.startsWith("pulumi:"),
    );
    expect(provider!.stored.inputs["password"]).toSatisfy(isEphemeral);
    expect(provider!.stored.inputs["account"]).toSatisfy(isEphemeral);
    await s.plan().showsNothing();
    await s.apply().changesNothing();

    s.cloud.drifts("bucket logs", { acl: "public" });
    await s.refresh().succeeds();
    program(["data"]);
    await s.apply().succeeds();
    s.story(`
      create bucket data
      delete bucket logs
    `);
    await s.destroy().succeeds();
    expect(s.cloud.objects("bucket data")).toEqual([]);
  });

  scenario("a setting that becomes ephemeral leaves state, and one that was comes into it", async (s) => {
    const given = s.ephemeral(password);
    s.program(({ bucket, account, coconut }) => {
      bucket("logs", {}, { provider: account("east", { password: coconut.ephemeral(given) }) });
    });
    await s.apply().succeeds();
    s.program(({ bucket, account }) => {
      bucket("logs", {}, { provider: account("east", { password: s.secret("canary of a secret") }) });
    });
    await s.apply().succeeds();
    s.story(`record cloud east`);
    s.program(({ bucket, account, coconut }) => {
      bucket("logs", {}, { provider: account("east", { password: coconut.ephemeral(given) }) });
    });
    await s.apply().succeeds();
    s.story(`record cloud east`);
    expect(
      [...(await s.state()).objects.values()].some(({ stored }) => containsEphemeral(stored.inputs)),
    ).toBe(true);
  });

  scenario("an object whose provider left the program says which setting is missing", async (s) => {
    s.ephemeral(password);
    s.program(({ bucket, account, coconut }) => {
      bucket("logs", {}, { provider: account("east", { password: coconut.ephemeral(password) }) });
    });
    await s.apply().succeeds();
    s.program(() => {});
    const [found] = await s.apply().fails("engine/setting-not-recorded");
    expect(found).toMatchObject({ path: "password" });
    expect(found!.resource).toContain("logs");
    expect(found!.detail).toContain("east");
    await s.refresh().fails("engine/setting-not-recorded");
    s.cloud.has("bucket logs");
    expect((await s.state()).resources.size).toBe(2);

    s.program(({ account, coconut }) => void account("east", { password: coconut.ephemeral(password) }));
    await s.apply().succeeds();
    s.story(`delete bucket logs`);
    s.program(() => {});
    await s.apply().succeeds();
    expect((await s.state()).resources.size).toBe(0);
  });

  scenario("an interrupted create is settled with the setting of the program", async (s) => {
    s.ephemeral(password);
    s.program(({ bucket, account, coconut }) => {
      bucket("logs", {}, { provider: account("east", { account: coconut.ephemeral("east") }) });
    });
    s.crashAfter("effect create bucket logs");
    await s.apply().crashes();
    await s.apply().succeeds();
    expect(s.cloud.objects("bucket logs").map(({ account }) => account)).toEqual(["east"]);
  });

  scenario("an object is read again with the configuration of its plan", async (s) => {
    s.program(({ bucket, account, coconut }) => {
      const provider = account("east", { account: coconut.ephemeral("east") });
      bucket("logs", { acl: "private" }, { provider });
    });
    await s.apply().succeeds();
    s.program(({ bucket, account, coconut }) => {
      const provider = account("east", { account: coconut.ephemeral("east") });
      bucket("logs", { region: "us" }, { provider });
    });
    await s.apply().succeeds();
    s.story(`
      create bucket logs (replaces)
      delete bucket logs (replaced)
    `);
  });
});

describe("plan files", () => {
  scenario("ask an ephemeral function again, and take what it answers then", async (s) => {
    s.ephemeral(leaseMaterial);
    s.program(({ login, bucket, account, functions, coconut }) => {
      const { token } = coconut.invokeOutput(functions.lease, { audience: "ana" });
      login("ana", { password: token });
      bucket("logs", {}, { provider: account("east", { account: "east", password: token }) });
    }, "digest");
    const file = await s.plan().file();
    await s.apply({ file }).succeeds();
    expect(passwordOf(s, "ana")).toContain(leaseMaterial);
    expect(s.cloud.objects("bucket logs")[0]!.account).toBe("east");
    await s.apply().changesNothing();
  });

  scenario("take another ephemeral value of the program, and no other plain one", async (s) => {
    const given = { password: s.ephemeral(password), account: "east", plain: s.secret("canary-1") };
    s.program(({ login, bucket, account, coconut }) => {
      login("ana", { password: coconut.ephemeral(given.password) });
      login("bob", { password: given.plain });
      const provider = account("east", { account: coconut.ephemeral(given.account) });
      bucket("logs", {}, { provider });
    }, "digest");
    const file = await s.plan().file();
    given.plain = s.secret("canary-2");
    await s.apply({ file }).fails("engine/plan-file-other-program");
    given.plain = "canary-1";
    given.password = s.ephemeral("canary-of-the-next-one");
    given.account = "west";
    await s.apply({ file }).succeeds();
    s.cloud.has("login ana", { password: "canary-of-the-next-one" });
    expect(s.cloud.objects("bucket logs")[0]!.account).toBe("west");
  });

  scenario("are refused where an ephemeral value leads to another resource", async (s) => {
    const given = { name: "one" };
    s.program(({ login, coconut }) => {
      coconut.ephemeral(given.name).apply((name) => login(name, { name: "fixed" }));
    }, "digest");
    await s.plan().fails("engine/ephemeral-value");
  });

  scenario("are refused with what the function says, if it does not answer any more", async (s) => {
    const audience = s.cloud.adds("bucket shared");
    s.program(({ login, functions, coconut }) => {
      login("ana", { password: coconut.invokeOutput(functions.lease, { audience }).token });
    }, "digest");
    const file = await s.plan().file();
    s.cloud.refuses("read bucket shared", "Overloaded");
    const found = await s.apply({ file }).fails("provider/hook-failed");
    expect(found.map(({ code }) => code)).toEqual(["provider/hook-failed"]);
    expect(s.cloud.changes()).toEqual([]);
  });
});
