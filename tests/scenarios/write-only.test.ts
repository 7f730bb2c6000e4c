import * as v from "valibot";
import { expect } from "vitest";
import { splitEnvelope } from "../../src/engine/plan-file/plan-envelope.js";
import { writeOnly } from "../../src/provider/index.js";
import { scenario } from "../support/scenario.js";

const password = "canary-of-a-password";

scenario("a write-only input reaches the create and the update, and is recorded nowhere", async (s) => {
  s.secret(password);
  s.program(({ login }) => login("ana", { password, passwordVersion: 1 }));
  await s.apply().succeeds();
  s.cloud.has("login ana", { password, passwordVersion: 1 });
  const [object] = (await s.state()).objects.values();
  expect(object!.stored.inputs).toEqual({ name: "ana", realm: "main", passwordVersion: 1 });

  const next = s.secret("canary-of-the-next-one");
  s.program(({ login }) => login("ana", { password: next, passwordVersion: 2 }));
  await s.apply().succeeds();
  s.story(`update login ana`);
  s.cloud.has("login ana", { password: next, passwordVersion: 2 });
});

scenario("a plan shows that a write-only input is given, and not what it is", async (s) => {
  s.secret(password);
  s.program(({ login }) => login("ana", { password }));
  const plan = await s.plan().shows(`create login ana`);
  expect(plan.text()).toBe(
    [
      '+ cloud:index:Login "ana"',
      '    name:     "ana"',
      "    password: [secret]  (write-only)",
      "",
      "Plan: 1 to create.",
      "",
    ].join("\n"),
  );
  const { changes } = plan.toJSON() as { changes: { details: object[]; after: object }[] };
  expect(changes[0]!.details).toContainEqual(
    expect.objectContaining({ path: "password", isWriteOnly: true, after: "[secret]" }),
  );
  expect(changes[0]!.after).not.toHaveProperty("password");
  await s.apply({ plan }).succeeds();
  s.program(({ login }) => login("ana", { password, passwordVersion: 2 }));
  expect((await s.plan().succeeds()).text()).toContain("    ~ password:        [secret]  (write-only)");
});

scenario("a change of a write-only input alone is no change", async (s) => {
  s.program(({ login }) => login("ana", { password: s.secret(password) }));
  await s.apply().succeeds();
  s.program(({ login }) => login("ana", { password: s.secret("canary-of-another") }));
  await s.plan().showsNothing();
  await s.apply().changesNothing();
  s.program(({ login }) => login("ana"));
  await s.apply().changesNothing();
  s.cloud.has("login ana", { password });
});

scenario("a write-only input may be a secret, and known only while the plan is applied", async (s) => {
  s.program(({ key, login, coconut }) => {
    const material = key("signing").material;
    login("ana", { password: coconut.secret(coconut.interpolate`made of ${material}`) });
  });
  await s.apply().succeeds();
  const [key] = s.cloud.objects("key signing");
  s.cloud.has("login ana", { password: `made of secret-material of ${key!.id}` });
  await s.apply().changesNothing();
});

scenario("an input that becomes write-only leaves state without a call", async (s) => {
  s.program(({ key }) => key("signing", { passphrase: s.secret("canary of a passphrase") }));
  await s.apply().succeeds();
  const inputs = {
    name: v.string(),
    bits: v.optional(v.number(), 2048),
    passphrase: writeOnly(v.optional(v.string())),
  };
  s.types({ Key: { inputs } });
  await s.apply().succeeds();
  s.story(`record key signing`);
  const [object] = (await s.state()).objects.values();
  expect(object!.stored.inputs).toEqual({ name: "signing", bits: 2048 });
});

scenario("what a hook says of a write-only input is masked", async (s) => {
  s.types({
    Login: {
      create: async ({
        inputs,
        log,
      }: {
        inputs: { password: string };
        log: { info(text: string): void };
      }) => {
        log.info(`trying ${inputs.password}`);
        throw new Error(`${inputs.password} is too short.`);
      },
    },
  });
  s.program(({ login }) => login("ana", { password: s.secret(password) }));
  const [found] = await s.apply().fails("provider/hook-failed");
  expect(found!.detail).toContain("threw Error: [secret] is too short.");
});

scenario("a value that does not fit a write-only input is not shown", async (s) => {
  s.secret("12345678");
  s.program(({ login }) => login("ana", { password: 12345678 as never }));
  const [found] = await s.plan().fails("provider/invalid-input");
  expect(found).toMatchObject({ path: "password" });
});

scenario("a create with a write-only input that was cut off is planned anew, and not repeated", async (s) => {
  s.secret(password);
  s.program(({ login, bucket }) => bucket(`logs`, { acl: login("ana", { password }).id }));
  s.crashAfter("intent create login ana");
  await s.apply({ parallel: 1 }).crashes();
  const [open] = (await s.state()).open.values();
  expect(open).toMatchObject({ action: "create", repeatable: false });

  const plan = await s.plan().shows(`
    create login ana
    create bucket logs
  `);
  expect(plan.settled.map(({ what }) => what)).toEqual(["was not made"]);
  await s.apply({ plan }).succeeds();
  s.cloud.has("login ana", { password });
  expect(s.cloud.objects("login ana").map(({ token }) => token)).not.toEqual([open!.key]);
});

scenario("it is planned anew by an apply that nothing was shown of, with what is given now", async (s) => {
  s.program(({ login }) => login("ana", { password: s.secret(password) }));
  s.cloud.failsBeforeEffect("create login ana");
  await s.apply().fails("provider/hook-failed");
  const now = s.secret("canary-of-now");
  s.program(({ login }) => login("ana", { password: now }));
  await s.apply().succeeds();
  s.story(`create login ana`);
  s.cloud.has("login ana", { password: now });
});

scenario("one that nobody asks for any more is dropped", async (s) => {
  s.program(({ login }) => login("ana", { password: s.secret(password) }));
  s.cloud.failsBeforeEffect("create login ana");
  await s.apply().fails("provider/hook-failed");
  s.program(() => {});
  await s.plan().showsNothing();
  await s.apply().changesNothing();
  expect((await s.state()).resources.size).toBe(0);
  expect(s.cloud.changes()).toEqual([]);
});

scenario("one that was made is adopted, and brought to what is given now", async (s) => {
  s.program(({ login }) => login("ana", { password: s.secret(password) }));
  s.crashAfter("effect create login ana");
  await s.apply().crashes();
  await s.plan().shows(`update login ana (unfinished)`);
  await s.apply().succeeds();
  s.cloud.has("login ana", { password });
  expect(s.cloud.changes()).toEqual(["create login ana", "update login ana"]);
});

scenario("without a write-only value the same create is repeated", async (s) => {
  s.program(({ login }) => login("ana"));
  s.cloud.failsBeforeEffect("create login ana");
  await s.apply().fails("provider/hook-failed");
  await s.plan().shows(`create login ana (repeated)`);
  await s.apply().succeeds();
  s.story(``);
});

scenario("the create side of a replacement is planned anew; the old object stays until then", async (s) => {
  s.secret(password);
  s.program(({ login }) => login("ana", { password }));
  await s.apply().succeeds();
  s.program(({ login }) => login("ana", { realm: "other", password }));
  s.cloud.failsBeforeEffect("create login ana");
  await s.apply().fails("provider/hook-failed");
  s.cloud.has("login ana", { realm: "main" });
  await s.plan().shows(`replace login ana (realm)`);
  await s.apply().succeeds();
  s.story(`
    create login ana (replaces)
    delete login ana (replaced)
  `);
  s.cloud.has("login ana", { realm: "other", password });
});

scenario("so is one whose old object was deleted first: it is still owed", async (s) => {
  s.secret(password);
  s.types({ Login: { replaceOrder: "delete-first" } });
  s.program(({ login }) => login("ana", { password }));
  await s.apply().succeeds();
  s.program(({ login }) => login("ana", { realm: "other", password }));
  s.crashAfter("intent create login ana");
  await s.apply().crashes();
  s.cloud.lacks("login ana");
  await s.plan().shows(`create login ana (owed)`);
  await s.apply().succeeds();
  s.cloud.has("login ana", { realm: "other", password });
  expect((await s.state()).objects.size).toBe(1);
});

scenario("a person may say that it was not made, where nothing can be looked up", async (s) => {
  s.secret(password);
  s.types({ Login: { find: undefined } });
  s.program(({ login }) => login("ana", { password }));
  s.crashAfter("intent create login ana");
  await s.apply().crashes();
  await s.apply().fails("engine/uncertain");
  expect(await (await s.stack()).recover("ana", { absent: true })).toMatchObject({ ok: true });
  await s.plan().shows(`create login ana`);
  await s.apply().succeeds();
  s.cloud.has("login ana", { password });
});

scenario("a plan file holds no write-only input, and is refused for another one", async (s) => {
  let given = s.secret(password);
  s.program(({ login }) => login("ana", { password: given }), "digest");
  const file = await s.plan().file();
  const store = await s.store();
  const { sealed, headerText } = splitEnvelope(file);
  const document = Buffer.from(store.openDocument(sealed, headerText)!).toString();
  expect(document).toContain('"ana"');
  expect(document).not.toContain(password);

  given = s.secret("canary-of-another");
  const [found] = await s.apply({ file }).fails("engine/plan-file-other-program");
  expect(found!.detail).toContain("inputs.password: a different value, which is not recorded");
  given = password;
  await s.apply({ file }).succeeds();
  s.cloud.has("login ana", { password });
});

scenario(
  "a plan file that was made without a write-only input does not tell one that is given now",
  async (s) => {
    const given: { password?: string } = {};
    s.program(({ login }) => login("ana", { ...given }), "digest");
    const file = await s.plan().file();
    given.password = s.secret(password);
    const [found] = await s.apply({ file }).fails("engine/plan-file-other-program");
    expect(found!.detail).toContain("inputs.password: (none) -> [secret]");
  },
);
