import { isSecret } from "@coconut/coconut/model";
import { expect } from "vitest";
import { scenario } from "../support/scenario.js";
import { shopPackage } from "../support/shop-package.js";

scenario("what is protected is neither deleted nor replaced, and all of it is told", async (s) => {
  s.program(({ bucket }) => [bucket("a", {}, { protect: true }), bucket("b", {}, { protect: true })]);
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("b", { region: "us" }, { protect: true }));
  const problems = await s.plan().fails("engine/protected");
  expect(problems).toHaveLength(2);
  await s.apply().fails("engine/protected");
  await s.destroy().fails("engine/protected");
  expect(s.cloud.changes()).toEqual(["create bucket a", "create bucket b"]);
});

scenario("protection is taken away by one apply, and then it may go", async (s) => {
  s.program(({ bucket }) => bucket("logs", {}, { protect: true }));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs"));
  await s.plan().shows(`record bucket logs (options)`);
  await s.apply().succeeds();
  await s.destroy().succeeds();
});

scenario("the command that takes protection away calls a resource what state calls it", async (s) => {
  s.program(({ bucket }) => bucket("logs", { region: "eu" }, { protect: true }));
  await s.apply().succeeds();
  s.program(({ bucket }) =>
    bucket("store", { name: "logs", region: "us" }, { protect: true, aliases: [{ name: "logs" }] }),
  );
  const [problem] = await s.plan().fails("engine/protected");
  expect(problem!.resource).toMatch(/::store$/);
  const [, named = ""] = /coco state unprotect (\S+)$/.exec(problem!.hint!) ?? [];
  await (await s.stack()).state.unprotect(named);
  await s.apply().succeeds();
  s.cloud.has("bucket logs", { region: "us" });
});

scenario("a protected resource may still be updated", async (s) => {
  s.program(({ bucket }) => bucket("logs", {}, { protect: true }));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs", { acl: "public" }, { protect: true }));
  await s.apply().succeeds();
  s.story(`update bucket logs`);
});

scenario("what is retained leaves the stack and stays in the cloud", async (s) => {
  s.program(({ bucket }) => bucket("logs", {}, { retainOnDelete: true }));
  await s.apply().succeeds();
  s.program(() => {});
  await s.plan().shows(`forget bucket logs`);
  await s.apply().succeeds();
  s.story(`forget bucket logs`);
  s.cloud.has("bucket logs");
});

scenario("a replacement retains the old object where that is asked for", async (s) => {
  s.program(({ bucket }) => bucket("logs", { region: "eu" }, { retainOnDelete: true }));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs", { region: "us" }, { retainOnDelete: true }));
  await s.apply().succeeds();
  s.story(`
    create bucket logs (replaces)
    forget bucket logs (replaced)
  `);
  expect(s.cloud.objects("bucket logs")).toHaveLength(2);
});

scenario("a resource that goes with another is not deleted by itself", async (s) => {
  s.program(({ bucket, rule }) => {
    const logs = bucket("logs");
    rule("web", { port: 80 }, { deletedWith: logs });
  });
  await s.apply().succeeds();
  await s.destroy().succeeds();
  s.story(`
    delete bucket logs
    forget rule web
  `);
});

scenario("a resource that goes with another is deleted when it goes alone", async (s) => {
  s.program(({ bucket, rule }) => {
    const logs = bucket("logs");
    rule("web", { port: 80 }, { deletedWith: logs });
  });
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.story(`delete rule web`);
});

scenario("a resource that is only read from now on is let go, not deleted", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  const [object] = s.cloud.objects("bucket logs");
  s.program(({ types }) => types.Bucket.get("logs", object!.id));
  await s.apply().succeeds();
  s.cloud.has("bucket logs");
  await s.destroy().succeeds();
  s.cloud.has("bucket logs");
});

scenario("an option can make an output secret", async (s) => {
  s.secret("arn:bucket-1");
  s.program(({ bucket }) => ({ arn: bucket("logs", {}, { additionalSecretOutputs: ["arn"] }).arn }));
  await s.apply().succeeds();
  expect(isSecret((await s.outputs())["arn"])).toBe(true);
  await s.refresh().succeeds();
  await s.destroy().succeeds();
});

scenario("an output that is called secret later is sealed without a call", async (s) => {
  s.program(({ bucket }) => void bucket("logs"));
  await s.apply().succeeds();
  s.program(({ bucket }) => void bucket("logs", {}, { additionalSecretOutputs: ["arn"] }));
  await s.plan().shows(`record bucket logs (options)`);
  await s.apply().succeeds();
  s.story(`record bucket logs`);
  const [object] = (await s.state()).objects.values();
  expect(isSecret(object!.stored.outputs["arn"])).toBe(true);
  expect(isSecret(object!.baseline["arn"])).toBe(true);
});

scenario(
  "a version that is not there is refused for configurations and packages' components too",
  async (s) => {
    s.installs(shopPackage().shop);
    s.program(({ account }) => account("other", {}, { version: "9.0.0" }));
    await s.plan().fails("engine/other-version");
    s.program(({ coconut }) => {
      void new coconut.RemoteComponent("shop:web:Vault", "v", { passphrase: "x" }, { version: "9.0.0" });
    });
    await s.plan().fails("engine/other-version");
    s.program(({ coconut }) => {
      void new coconut.RemoteComponent("shop:web:Vault", "v", { passphrase: "x" }, { version: "2.1.0" });
    });
    expect((await s.plan().succeeds()).plan.warnings).toEqual([]);
  },
);

scenario("options that mean nothing for a resource are told", async (s) => {
  s.installs(shopPackage().shop);
  s.program(({ account, bucket, group, coconut }) => {
    class ShopProvider extends coconut.ProviderResource {}
    account("other", {}, { protect: true });
    group("web", () => {}, { version: "1.0.0" });
    bucket("logs", {}, { provider: new ShopProvider("shop", "elsewhere") });
  });
  const { warnings } = (await s.plan().succeeds()).plan;
  expect(warnings.map(({ code, detail }) => [code, detail.split(" has no effect")[0]])).toEqual([
    ["sdk/inapplicable-option", 'The option "protect"'],
    ["sdk/inapplicable-option", 'The option "version"'],
    ["sdk/inapplicable-option", 'The option "provider"'],
  ]);
});
