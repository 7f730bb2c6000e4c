import { expect } from "vitest";
import { bytesOf, opaqueHost } from "../support/opaque-host.js";
import { scenario } from "../support/scenario.js";
import type { Scenario } from "../support/scenario/index.js";

/** From now on logins are of a package that makes plans of its own. */
function withBytes(s: Scenario): void {
  const broken = (what: string) => {
    throw new Error(`Bytes did not come back: ${what}`);
  };
  s.wraps((host) => opaqueHost(host, (type) => type === "cloud:index:Login", broken));
}

async function bytesInState(s: Scenario): Promise<readonly (string | undefined)[]> {
  return [...(await s.state()).objects.values()].map(({ stored }) => stored.opaque);
}

scenario("the bytes of an object and of its plans come back over a whole life", async (s) => {
  withBytes(s);
  s.program(({ login }) => login("ana"));
  await s.apply().succeeds();
  const [object] = s.cloud.objects("login ana");
  expect(await bytesInState(s)).toEqual([bytesOf(object!)]);
  await s.apply().changesNothing();
  s.program(({ login }) => login("ana", { passwordVersion: 2 }));
  await s.apply().succeeds();
  s.program(({ login }) => login("ana", { passwordVersion: 2, realm: "other" }));
  await s.apply().succeeds();
  s.story(`
    create login ana (replaces)
    delete login ana (replaced)
  `);
  await s.refresh().succeeds();
  s.cloud.drifts("login ana", { locked: true });
  await s.refresh().succeeds();
  expect(await bytesInState(s)).toEqual([bytesOf(s.cloud.objects("login ana")[0]!)]);
  s.cloud.drifts("login ana", { locked: false });
  await s.destroy().succeeds();
  s.cloud.lacks("login ana");
});

scenario("the bytes of plans come back from a plan file", async (s) => {
  withBytes(s);
  s.program(({ login, bucket }) => [login("ana"), login("ben", { realm: bucket("logs").id })], "one");
  await s.apply({ file: await s.plan().file() }).succeeds();
  s.program(({ login, bucket }) => [login("ana", { passwordVersion: 2 }), bucket("logs")], "two");
  await s.apply({ file: await s.plan().file() }).succeeds();
  s.cloud.has("login ana", { passwordVersion: 2 });
  s.cloud.lacks("login ben");
});

scenario("a create that was planned with bytes is planned anew after a kill", async (s) => {
  withBytes(s);
  s.program(({ login }) => login("ana"));
  s.crashAfter("intent create login ana");
  await s.apply().crashes();
  await s.plan().shows(`create login ana`);
  await s.apply().succeeds();
  s.story(`create login ana`);
});

scenario("what a killed create made is adopted with its bytes", async (s) => {
  withBytes(s);
  s.program(({ login }) => login("ana"));
  s.crashAfter("effect create login ana");
  await s.apply().crashes();
  await s.apply().succeeds();
  expect(await bytesInState(s)).toEqual([bytesOf(s.cloud.objects("login ana")[0]!)]);
});

scenario("a delete that is repeated after a kill gets the bytes that were planned for it", async (s) => {
  withBytes(s);
  s.program(({ login }) => login("ana"));
  await s.apply().succeeds();
  s.program(() => {});
  s.crashAfter("intent delete login ana");
  await s.apply().crashes();
  const [open] = (await s.state()).open.values();
  expect(open).toMatchObject({ action: "delete", opaque: expect.any(String) as string });

  // It is not planned again: it would have other bytes now, and would be refused.
  const refusals: string[] = [];
  s.types({
    Login: {
      planDelete: async () => {
        refusals.push("asked");
        throw new Error("It is being deleted.");
      },
    },
  });
  const plan = await s.plan().shows(`delete login ana`);
  await s.apply({ plan }).succeeds();
  expect(refusals).toEqual([]);
  s.cloud.lacks("login ana");
});

scenario("a delete that is retried in one run gets the same bytes", async (s) => {
  withBytes(s);
  s.program(({ login }) => login("ana", {}, { retry: { attempts: 2, delay: "1s" } }));
  await s.apply().succeeds();
  s.cloud.refusesOnce("delete login ana", "Throttled");
  await s.destroy().succeeds();
  s.cloud.lacks("login ana");
});

scenario("a killed delete of a replacement is repeated with its bytes", async (s) => {
  withBytes(s);
  s.program(({ login }) => login("ana"));
  await s.apply().succeeds();
  s.program(({ login }) => login("ana", { realm: "other" }));
  s.crashAfter("intent delete login ana");
  await s.apply().crashes();
  await s.apply().succeeds();
  s.cloud.has("login ana", { realm: "other" });
});

scenario("the same deleted first", async (s) => {
  withBytes(s);
  s.types({ Login: { replaceOrder: "delete-first" } });
  s.program(({ login }) => login("ana"));
  await s.apply().succeeds();
  s.program(({ login }) => login("ana", { realm: "other" }));
  s.crashAfter("intent delete login ana");
  await s.apply().crashes();
  s.types({
    Login: {
      replaceOrder: "delete-first",
      planDelete: async () => {
        throw new Error("It is being deleted.");
      },
    },
  });
  await s.apply().succeeds();
  s.cloud.has("login ana", { realm: "other" });
});
