import { expect } from "vitest";
import { scenario } from "../support/scenario.js";

const never = () => new Promise<never>(() => {});

scenario("a create that takes longer than it may is left, and settled by the next run", async (s) => {
  s.types({ Bucket: { create: never } });
  s.program(({ bucket }) => bucket("logs", {}, { customTimeouts: { create: "20ms" } }));
  const [problem] = await s.apply().fails("apply/timed-out");
  expect(problem?.resource).toContain("logs");
  s.types({});
  await s.apply().succeeds();
  s.cloud.has("bucket logs");
  await s.apply().changesNothing();
});

scenario("the hook is told when its time is over", async (s) => {
  let reason: unknown;
  const waits = ({ signal }: { readonly signal: AbortSignal }) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => {
        reason = signal.reason;
        reject(new Error("stopped"));
      });
    });
  s.types({ Bucket: { create: waits } });
  s.program(({ bucket }) => bucket("logs", {}, { customTimeouts: { create: 0.02 } }));
  await s.apply().fails("apply/timed-out");
  expect(reason).toMatchObject({ name: "TimeoutError" });
});

scenario("an update that takes longer than it may is made again by the next run", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.types({ Bucket: { update: never } });
  s.program(({ bucket }) => bucket("logs", { acl: "public" }, { customTimeouts: { update: "20ms" } }));
  await s.apply().fails("apply/timed-out");
  s.types({});
  await s.apply().succeeds();
  s.cloud.has("bucket logs", { acl: "public" });
});

scenario("a delete keeps the time that was recorded for it, without the program", async (s) => {
  s.program(({ bucket }) => bucket("logs", {}, { customTimeouts: { delete: "20ms" } }));
  await s.apply().succeeds();
  s.types({ Bucket: { delete: never } });
  s.program(() => {});
  await s.apply().fails("apply/timed-out");
  s.types({});
  await s.apply().succeeds();
  s.cloud.lacks("bucket logs");
});

scenario("a delete has the time that the program gives it now", async (s) => {
  const slow = ({ signal }: { readonly signal: AbortSignal }) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        s.cloud.loses("bucket logs");
        resolve();
      }, 100);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(new Error("stopped"));
      });
    });
  s.program(({ bucket }) => bucket("logs", {}, { customTimeouts: { delete: "10ms" } }));
  await s.apply().succeeds();
  s.types({ Bucket: { delete: slow } });
  await s.destroy().fails("apply/timed-out");
  s.program(({ bucket }) => bucket("logs", {}, { customTimeouts: { delete: "1h" } }));
  await s.destroy().succeeds();
});

scenario("others go on while one runs out of time, and only it is uncertain", async (s) => {
  s.types({ Disk: { create: never } });
  s.program(({ bucket, disk }) => {
    disk("slow", { size: 1 }, { customTimeouts: { create: "20ms" } });
    bucket("logs");
  });
  await s.apply({ continueOnError: true }).fails("apply/timed-out");
  s.cloud.has("bucket logs");
});

scenario("a call that is done in time is not affected", async (s) => {
  s.program(({ bucket }) =>
    bucket("logs", {}, { customTimeouts: { create: "1h", update: 60, delete: "10000h" } }),
  );
  await s.apply().succeeds();
  await s.destroy().succeeds();
});
