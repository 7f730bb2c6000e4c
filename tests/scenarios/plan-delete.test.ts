import { expect } from "vitest";
import type { PlannedDelete } from "../../src/model/index.js";
import type { Rejected } from "../../src/provider/contract/index.js";
import { problem } from "../../src/engine/diagnostics.js";
import { scenario } from "../support/scenario.js";
import { wrappedHost } from "../support/wrapped-host.js";

scenario("a delete that the provider refuses is shown as failed, and the rest goes ahead", async (s) => {
  s.program(({ login, bucket }) => {
    bucket("logs");
    login("ana");
  });
  await s.apply().succeeds();
  s.cloud.drifts("login ana", { locked: true });
  s.program(() => {});
  const plan = await s.plan().shows(`
    delete bucket logs
    failed login ana (provider failed)
  `);
  expect(plan.text()).toContain("The login ana is locked.");
  await s.apply().fails("provider/hook-failed");
  expect(s.cloud.changes(2)).toEqual([]);
  await s.apply({ continueOnError: true }).fails("provider/hook-failed");
  s.story(`delete bucket logs`);
  s.cloud.has("login ana");

  s.cloud.drifts("login ana", { locked: false });
  await s.apply().succeeds();
  s.cloud.lacks("login ana");
});

scenario("a destroy asks for every object, and keeps what a refused one needs", async (s) => {
  s.program(({ login, bucket }) => {
    bucket("other");
    login("ana", { realm: bucket("logs").id });
  });
  await s.apply().succeeds();
  s.cloud.drifts("login ana", { locked: true });
  await s.plan({ destroy: true }).shows(`
    failed bucket logs (needed by login ana)
    delete bucket other
    failed login ana (provider failed)
  `);
  await s.destroy({ continueOnError: true }).fails("provider/hook-failed");
  s.cloud.has("bucket logs");
  s.cloud.lacks("bucket other");
});

scenario("a replacement whose old object cannot be deleted fails with its dependents", async (s) => {
  s.program(({ login, task, bucket }) => {
    task("probe", { command: login("ana").id });
    bucket("logs");
  });
  await s.apply().succeeds();
  s.cloud.drifts("login ana", { locked: true });
  s.program(({ login, task, bucket }) => {
    task("probe", { command: login("ana", { realm: "other" }).id });
    bucket("logs", { acl: "public" });
  });
  await s.plan().shows(`
    failed login ana (provider failed)
    failed task probe (needs login ana)
    update bucket logs (acl)
  `);
  await s.apply({ continueOnError: true }).fails("provider/hook-failed");
  s.story(`update bucket logs`);
  s.cloud.has("login ana", { realm: "main" });
});

scenario("what stays in the world is not asked about", async (s) => {
  s.program(({ login }) => {
    login("kept", {}, { retainOnDelete: true });
    login("gone");
  });
  await s.apply().succeeds();
  s.cloud.drifts("login kept", { locked: true });
  s.cloud.drifts("login gone", { locked: true });
  s.cloud.loses("login gone");
  s.program(() => {});
  await s.plan().shows(`
    forget login kept
    forget login gone (gone)
  `);
  await s.apply().succeeds();
});

scenario("a replacement that retains its old object does not ask about it", async (s) => {
  s.program(({ login }) => login("ana", {}, { retainOnDelete: true }));
  await s.apply().succeeds();
  s.cloud.drifts("login ana", { locked: true });
  s.program(({ login }) => login("ana", { realm: "other" }, { retainOnDelete: true }));
  await s.plan().shows(`replace login ana (realm)`);
  await s.apply().succeeds();
  expect(s.cloud.objects("login ana")).toHaveLength(2);
});

scenario("what an earlier replacement left behind is asked about before it is deleted", async (s) => {
  s.program(({ login }) => login("ana"));
  await s.apply().succeeds();
  const [old] = s.cloud.objects("login ana");
  s.program(({ login }) => login("ana", { realm: "other" }));
  s.crashBefore("intent delete login ana");
  await s.apply().crashes();
  let planned = 0;
  s.wraps((host) =>
    wrappedHost(host, (provider) => ({
      planDelete: (call, request) => {
        expect(request.prior.id).toBe(old!.id);
        expect(request.observed?.id).toBe(old!.id);
        planned++;
        return provider.planDelete!(call, request);
      },
    })),
  );
  await s.plan().succeeds();
  expect(planned).toBe(1);
  await s.apply().succeeds();
  s.cloud.has("login ana", { realm: "other" });
});

scenario("a refusal fails the resource whatever the package calls it", async (s) => {
  s.program(({ bucket }) => [bucket("full"), bucket("empty")]);
  await s.apply().succeeds();
  s.wraps((host) =>
    wrappedHost(host, () => ({
      planDelete: async (call, { prior }): Promise<PlannedDelete | Rejected> => {
        if (prior.inputs["name"] !== "full") return {};
        const diagnostic = problem("engine/not-found", { detail: "It is not empty.", resource: call.urn! });
        return { kind: "rejected", diagnostics: [diagnostic] };
      },
    })),
  );
  s.program(() => {});
  const plan = await s.plan().shows(`
    failed bucket full (provider failed)
    delete bucket empty
  `);
  expect(plan.text()).toContain("It is not empty.");
});

scenario("a saved plan does not ask again", async (s) => {
  s.program(({ login }) => login("ana"), "one");
  await s.apply().succeeds();
  s.program(() => {}, "two");
  const file = await s.plan().file();
  // Too late for a plan that was approved.
  s.types({
    Login: {
      planDelete: async () => {
        throw new Error("asked again");
      },
    },
  });
  await s.apply({ file }).succeeds();
  s.cloud.lacks("login ana");
});
