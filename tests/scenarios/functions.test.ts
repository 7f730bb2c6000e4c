import * as v from "valibot";
import { describe, expect } from "vitest";
import { isSecret, isUnknown, stripSecrets } from "../../src/model/index.js";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

/** How often the cloud was asked for a bucket since a place in its record. */
function readsOf(s: Scenario, id: string, since = 0): number {
  return s.cloud.effects.slice(since).filter((each) => each.action === "read" && each.id === id).length;
}

describe("invoke with plain values", () => {
  scenario("answers with a promise while the program runs, which may branch over it", async (s) => {
    const id = s.cloud.adds("bucket shared", { acl: "public" });
    s.program(async ({ bucket, functions, coconut }) => {
      const { found, acl } = await coconut.invoke(functions.bucketInfo, { id });
      if (found) bucket(`copy-of-${acl}`);
    });
    await s.plan().shows("create bucket copy-of-public");
    await s.apply().succeeds();
    s.cloud.has("bucket copy-of-public");
    await s.apply().changesNothing();
  });

  scenario("takes a function by its token", async (s) => {
    s.program(async ({ coconut }) => {
      const { account, hint } = await coconut.invoke("cloud:index:bucketInfo", { id: "bucket-9" });
      return { account, hint };
    });
    await s.apply().succeeds();
    expect(await s.outputs()).toEqual({ account: "main", hint: "none" });
  });

  scenario("is configured by the stack's settings, by a provider resource, or by its parent's", async (s) => {
    s.config({ "cloud:account": "settings" });
    s.program(async ({ account, group, functions, coconut }) => {
      const other = account("other", { account: "other" });
      const inside = group("web", () => {}, { providers: [other] });
      const ask = async (options: object) =>
        (await coconut.invoke(functions.bucketInfo, { id: "none" }, options)).account;
      return {
        settings: await ask({}),
        resource: await ask({ provider: other }),
        parent: await ask({ parent: inside }),
      };
    });
    await s.apply().succeeds();
    expect(await s.outputs()).toEqual({ settings: "settings", resource: "other", parent: "other" });
  });

  scenario("takes a provider whose configuration is a secret of the stack", async (s) => {
    const password = s.secret("a-password-of-the-stack");
    s.program(async ({ account, functions, coconut }) => {
      const other = account("other", { account: "other", password: coconut.secret(password) });
      return coconut.invoke(functions.bucketInfo, { id: "none" }, { provider: other });
    });
    await s.apply().succeeds();
    expect(await s.outputs()).toMatchObject({ account: "other" });
  });

  scenario(
    "is refused, with the Output form named, while its provider's configuration is not known",
    async (s) => {
      s.program(async ({ bucket, account, functions, coconut }) => {
        const other = account("other", { account: bucket("logs").id });
        await coconut.invoke(functions.bucketInfo, { id: "none" }, { provider: other });
      });
      const [problem] = await s.plan().fails("engine/invoke-too-early");
      expect(problem!.detail).toContain("other");
      expect(problem!.hint).toContain("invokeOutput");
      expect(problem!.position?.file).toContain("functions.test.ts");
    },
  );

  scenario("is refused where a secret would come out without its mark", async (s) => {
    s.program(async ({ functions, coconut }) => {
      await coconut.invoke(functions.token, { audience: "ana" });
    });
    const [problem] = await s.plan().fails("engine/secret-answer");
    expect(problem!.hint).toContain("invokeOutput");
  });

  scenario("fails the program when the function fails, unless the program handles it", async (s) => {
    const id = s.cloud.adds("bucket shared");
    s.cloud.refuses("read bucket shared", "Overloaded");
    const program = (handled: boolean) =>
      s.program(async ({ bucket, functions, coconut }) => {
        const asked = coconut.invoke(functions.bucketInfo, { id });
        const answer = handled ? await asked.catch(() => undefined) : await asked;
        bucket(answer === undefined ? "fallback" : "copy");
      });
    program(false);
    const [problem] = await s.plan().fails("provider/hook-failed");
    expect(problem!.detail).toContain("invoke of cloud:index:bucketInfo");
    expect(problem!.position?.file).toContain("functions.test.ts");
    program(true);
    await s.plan().shows("create bucket fallback");
  });

  scenario("names what the function, its arguments or its version lack", async (s) => {
    const ask = (token: string, args: object, options: object = {}) =>
      s.program(({ coconut }) => coconut.invoke(token, { ...args }, options));
    ask("cloud:index:bucketInf", {});
    expect((await s.plan().fails("provider/no-such-function"))[0]!.hint).toContain("cloud:index:bucketInfo");
    ask("cloud:index:bucketInfo", { id: 3, name: "logs" });
    await s.plan().fails("provider/invalid-input");
    await s.plan().fails("provider/no-such-input");
    ask("cloud:index:bucketInfo", { id: "none" }, { version: "2.0.0" });
    await s.plan().fails("engine/other-version");
    ask("nowhere:index:get", {});
    await s.plan().fails("provider/package-not-found");
  });

  scenario("is asked in a callback as well, and is a premise of the plan in either place", async (s) => {
    s.program(async ({ bucket, functions, coconut }) => {
      await coconut.invoke(functions.bucketInfo, { id: "first" });
      const info = coconut
        .output("second")
        .apply(async (id) => (await coconut.invoke(functions.bucketInfo, { id })).hint);
      bucket("logs", { tags: { info } });
    });
    await s.apply().succeeds();
    s.cloud.has("bucket logs", { tags: { info: "none" } });
    await s.apply().changesNothing();
  });
});

describe("invokeOutput", () => {
  scenario("answers at plan about what the plan leaves as it is", async (s) => {
    s.program(({ bucket, functions, coconut }) => {
      const logs = bucket("logs", { acl: "public" });
      bucket("copy", { acl: coconut.invokeOutput(functions.bucketInfo, { id: logs.id }).acl });
    });
    const plan = await s.plan().succeeds();
    expect(plan.text()).toMatch(/acl: +known after apply\n/);
    await s.apply({ plan }).succeeds();
    s.cloud.has("bucket copy", { acl: "public" });
    await s.apply().changesNothing();
  });

  scenario("waits for a resource that is to be created although all arguments are known", async (s) => {
    s.program(({ bucket, functions, coconut }) => {
      const logs = bucket("logs");
      const asked = coconut.invokeOutput(functions.bucketInfo, { id: "bucket-1", hint: logs.name });
      return { found: asked.found };
    });
    const plan = await s.plan().succeeds();
    expect(readsOf(s, "bucket-1")).toBe(0);
    await s.apply({ plan }).succeeds();
    expect(await s.outputs()).toEqual({ found: true });
  });

  scenario("waits for what dependsOn names, and is asked after it was changed", async (s) => {
    const program = (acl: string) =>
      s.program(({ bucket, functions, coconut }) => {
        const logs = bucket("logs", { acl });
        const asked = coconut.invokeOutput(functions.bucketInfo, { id: "bucket-1" }, { dependsOn: logs });
        bucket("copy", { acl: asked.acl });
      });
    program("public");
    await s.apply().succeeds();
    s.cloud.has("bucket copy", { acl: "public" });
    program("private");
    await s.plan().shows(`
      update bucket logs (acl)
      update bucket copy (acl)
    `);
    await s.apply().succeeds();
    s.cloud.has("bucket copy", { acl: "private" });
  });

  scenario("waits for everything in a component that it depends on", async (s) => {
    const program = (acl: string) =>
      s.program(({ bucket, group, functions, coconut }) => {
        const web = group("web", (web) => {
          group("inner", (inner) => void bucket("logs", { acl }, { parent: inner }), { parent: web });
        });
        const asked = coconut.invokeOutput(functions.bucketInfo, { id: "bucket-1" }, { dependsOn: [web] });
        bucket("copy", { acl: asked.acl });
      });
    program("public");
    await s.apply().succeeds();
    s.cloud.has("bucket copy", { acl: "public" });
    await s.plan().showsNothing();
    program("private");
    await s.plan().shows(`
      update bucket logs (acl)
      update bucket copy (acl)
    `);
    await s.apply().succeeds();
    s.cloud.has("bucket copy", { acl: "private" });
  });

  scenario("does not wait for the rest of a component that it is asked in", async (s) => {
    s.program(({ bucket, group, functions, coconut }) => {
      group("web", (web) => {
        const options = { dependsOn: web, parent: web };
        const asked = coconut.invokeOutput(functions.bucketInfo, { id: "none" }, options);
        bucket("logs", { tags: { hint: asked.hint } }, { parent: web });
      });
    });
    await s.apply().succeeds();
    s.cloud.has("bucket logs", { tags: { hint: "none" } });
  });

  scenario("is part of a circle if what it waits for waits for its answer", async (s) => {
    s.program(({ bucket, group, functions, coconut }) => {
      group("web", (web) => {
        const asked = coconut.invokeOutput(functions.bucketInfo, { id: "none" }, { dependsOn: web });
        bucket("logs", { tags: { hint: asked.hint } }, { parent: web });
      });
    });
    await s.plan().fails("engine/cycle");
  });

  scenario("is secret as a whole if an argument is, and says nothing of it", async (s) => {
    const hint = s.secret("a-hint-nobody-may-see");
    const program = (id: unknown) =>
      s.program(({ functions, coconut }) => {
        const args = { id, hint: coconut.secret(hint) } as never;
        return { asked: coconut.invokeOutput(functions.bucketInfo, args) };
      });
    program("none");
    await s.apply().succeeds();
    const { asked } = await s.outputs();
    expect(isSecret(asked)).toBe(true);
    expect(stripSecrets(asked)).toMatchObject({ found: false, hint });
    program(3);
    await s.plan().fails("provider/invalid-input");
  });

  scenario("keeps the mark of what the function calls secret, and only that", async (s) => {
    s.program(({ functions, coconut }) => {
      const { audience, token } = coconut.invokeOutput(functions.token, { audience: "ana" });
      return { audience, token };
    });
    await s.apply().succeeds();
    const { audience, token } = await s.outputs();
    expect(audience).toBe("ana");
    expect(isSecret(token)).toBe(true);
  });

  scenario("fails what is made from its answer, at the place where it was asked", async (s) => {
    const id = s.cloud.adds("bucket shared");
    s.program(({ bucket, functions, coconut }) => {
      bucket("logs");
      bucket("copy", { acl: coconut.invokeOutput(functions.bucketInfo, { id }).acl });
    });
    s.cloud.refusesOnce("read bucket shared", "Overloaded");
    const { plan } = await s.plan().shows(`
      create bucket logs
      failed bucket copy (provider failed)
    `);
    expect(plan.held).toMatchObject([{ code: "provider/hook-failed" }]);
    expect(plan.held[0]!.position?.file).toContain("functions.test.ts");
    expect(plan.held[0]!.resource).toBeUndefined();
    await s.apply().succeeds();
  });

  scenario(
    "fails the step that needs its answer when it fails during apply; the next run goes on",
    async (s) => {
      s.program(({ bucket, functions, coconut }) => {
        const logs = bucket("logs", { acl: "public" });
        bucket("copy", { acl: coconut.invokeOutput(functions.bucketInfo, { id: logs.id }).acl });
      });
      s.cloud.refusesOnce("read bucket logs", "Overloaded");
      await s.apply().fails("provider/hook-failed");
      s.cloud.lacks("bucket copy");
      await s.apply().succeeds();
      s.cloud.has("bucket copy", { acl: "public" });
    },
  );

  scenario("is known after apply while its provider's configuration is", async (s) => {
    s.program(({ bucket, account, functions, coconut }) => {
      const provider = account("other", { account: bucket("logs").arn });
      return { asked: coconut.invokeOutput(functions.bucketInfo, { id: "none" }, { provider }).account };
    });
    const plan = await s.plan().succeeds();
    expect(isUnknown(plan.plan.outputs["asked"])).toBe(true);
    await s.apply({ plan }).succeeds();
    expect(await s.outputs()).toEqual({ asked: "arn:bucket-1" });
    await s.apply().changesNothing();
  });

  scenario("waits for what a known configuration comes from", async (s) => {
    s.program(({ bucket, account, functions, coconut }) => {
      const provider = account("other", { account: bucket("main").name });
      const id = "bucket-1";
      return { found: coconut.invokeOutput(functions.bucketInfo, { id }, { provider }).found };
    });
    const plan = await s.plan().succeeds();
    expect(readsOf(s, "bucket-1")).toBe(0);
    await s.apply({ plan }).succeeds();
    expect(await s.outputs()).toEqual({ found: true });
  });

  scenario("is applied with the answer that was shown; the next plan shows the new one", async (s) => {
    const id = s.cloud.adds("bucket shared", { acl: "public" });
    s.program(({ bucket, functions, coconut }) => {
      bucket("copy", { acl: coconut.invokeOutput(functions.bucketInfo, { id }).acl });
    });
    const plan = await s.plan().shows("create bucket copy");
    const since = s.cloud.effects.length;
    s.cloud.drifts("bucket shared", { acl: "private" });
    await s.apply({ plan, refresh: false }).succeeds();
    expect(readsOf(s, id, since)).toBe(0);
    s.cloud.has("bucket copy", { acl: "public" });
    await s.plan().shows("update bucket copy (acl)");
  });

  scenario("may be returned from a callback, and takes what a callback made", async (s) => {
    const id = s.cloud.adds("bucket shared", { acl: "public" });
    s.program(({ bucket, functions, coconut }) => {
      const asked = coconut.output(id).apply((id) => coconut.invokeOutput(functions.bucketInfo, { id }));
      const upper = asked.acl.apply((acl) => String(acl).toUpperCase());
      bucket("copy", { tags: { upper } });
    });
    await s.apply().succeeds();
    s.cloud.has("bucket copy", { tags: { upper: "PUBLIC" } });
  });

  scenario("takes a resource where its id is wanted, and no other values than an object", async (s) => {
    s.program(({ bucket, functions, coconut }) => ({
      asked: coconut.invokeOutput(functions.bucketInfo, { id: bucket("logs") as never }).found,
    }));
    await s.apply().succeeds();
    expect(await s.outputs()).toEqual({ asked: true });
    s.program(({ functions, coconut }) => ({
      asked: coconut.invokeOutput(functions.bucketInfo, coconut.output("text") as never),
    }));
    await s.plan().fails("engine/wrong-arguments");
  });

  scenario("deletes what was made from its answer before what it depended on", async (s) => {
    s.program(({ bucket, functions, coconut }) => {
      const logs = bucket("logs");
      const asked = coconut.invokeOutput(functions.bucketInfo, { id: "none" }, { dependsOn: logs });
      bucket("copy", { tags: { hint: asked.hint } });
    });
    await s.apply().succeeds();
    await s.destroy().succeeds();
    s.story(`
      delete bucket copy
      delete bucket logs
    `);
  });
});

describe("call of a method", () => {
  const program = (s: Scenario, acl: string) =>
    s.program(({ bucket, coconut }) => {
      const logs = bucket("logs", { acl });
      const { url, signature } = coconut.call(logs, "link", { path: "a.txt" });
      return { url, signature };
    });

  scenario("is asked after the resource was created, and at plan while that stays as it is", async (s) => {
    program(s, "public");
    const plan = await s.plan().succeeds();
    expect(isUnknown(plan.plan.outputs["url"])).toBe(true);
    await s.apply({ plan }).succeeds();
    const { url, signature } = await s.outputs();
    expect(url).toBe("https://logs.test/a.txt?acl=public&hours=1");
    expect(isSecret(signature)).toBe(true);
    expect((await s.plan().showsNothing()).plan.outputs["url"]).toBe(url);
  });

  scenario("is asked with what an update came to", async (s) => {
    program(s, "public");
    await s.apply().succeeds();
    program(s, "private");
    await s.apply().succeeds();
    expect((await s.outputs())["url"]).toBe("https://logs.test/a.txt?acl=private&hours=1");
  });

  scenario("is asked of the new object after a replacement", async (s) => {
    const program = (region: string) =>
      s.program(({ bucket, coconut }) => {
        const logs = bucket("logs", { region });
        bucket("copy", { acl: coconut.call(logs, "link", { path: "x", hours: 2 }).url });
      });
    program("eu");
    await s.apply().succeeds();
    program("us");
    await s.plan().shows(`
      replace bucket logs (region)
      update bucket copy (acl)
    `);
    await s.apply().succeeds();
  });

  scenario("is asked of an object that the stack does not own", async (s) => {
    const id = s.cloud.adds("bucket shared", { acl: "public" });
    s.program(({ types, coconut }) => ({
      url: coconut.call(types.Bucket.get("shared", id), "link", { path: "a" }).url,
    }));
    const plan = await s.plan().succeeds();
    expect(plan.plan.outputs).toEqual({ url: "https://shared.test/a?acl=public&hours=1" });
    await s.apply({ plan }).succeeds();
  });

  scenario("answers in secret what the object has as a secret of that name", async (s) => {
    const acl = s.secret("an acl that nobody may see");
    const show = {
      inputs: {},
      outputs: { acl: v.string(), region: v.string() },
      call: async ({ prior }: { readonly prior: { readonly inputs: object } }) => prior.inputs,
    };
    s.types({ Bucket: { methods: { show } } });
    s.program(({ bucket, coconut }) => {
      const logs = bucket("logs", { acl: coconut.secret(acl) });
      const { acl: shown, region } = coconut.call(logs as never, "show" as never, {} as never);
      return { acl: shown, region };
    });
    await s.apply().succeeds();
    const outputs = await s.outputs();
    expect(isSecret(outputs["acl"])).toBe(true);
    expect(outputs["region"]).toBe("eu");
  });

  scenario("names what there is not: the method, or any method at all", async (s) => {
    s.program(({ bucket, coconut }) => ({
      asked: coconut.call(bucket("logs") as never, "lnk" as never, {} as never),
    }));
    await s.apply().fails("provider/no-such-method");
    s.program(({ group, coconut }) => ({ asked: coconut.call(group("web"), "link") }));
    const [problem] = await s.plan().fails("engine/not-supported");
    expect(problem!.position?.file).toContain("functions.test.ts");
  });

  scenario("fails the run when it fails during apply, also where only outputs come from it", async (s) => {
    s.program(({ bucket, coconut }) => ({
      url: coconut.call(bucket("logs"), "link", { path: "a.txt" }).url,
    }));
    s.cloud.refusesOnce("read bucket logs", "Overloaded");
    await s.apply().fails("provider/hook-failed");
    s.program(({ bucket, group, coconut }) => {
      group("web", (web) => ({
        url: coconut.call(bucket("other", {}, { parent: web }), "link", { path: "a.txt" }).url,
      }));
    });
    s.cloud.refusesOnce("read bucket other", "Overloaded");
    await s.apply().fails("provider/hook-failed");
    await s.apply().succeeds();
  });
});

scenario("a method of a resource that the plan leaves alone answers too, at plan and at apply", async (s) => {
  const link = {
    inputs: { path: v.string() },
    outputs: { url: v.string() },
    call: async ({ id, inputs }: { readonly id: string; readonly inputs: { readonly path: string } }) => ({
      url: `${id}/${inputs.path}`,
    }),
  };
  s.types({ Bucket: { methods: { link } } });
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.program(({ bucket, task, site, coconut }) => {
    const logs = bucket("logs");
    const { revision: path } = task("warm", { command: "warm" });
    site("known", { bucket: coconut.call(logs, "link", { path: "x" }).url });
    site("later", { bucket: coconut.call(logs, "link", { path }).url });
  });
  const plan = await s.plan({ excludes: ["logs"] }).succeeds();
  expect(plan.changes.find(({ name }) => name === "known")?.inputs["bucket"]).toBe("bucket-1/x");
  await s.apply({ excludes: ["logs"] }).succeeds();
  s.cloud.has("site later", { bucket: "bucket-1/revision of warm" });
  await s.apply().changesNothing();
});
