import { scenario } from "../support/scenario.js";

scenario("a replacement that cannot be created leaves the old bucket in place", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs", { region: "eu" }).id }));
  await s.apply().succeeds();

  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs", { region: "us" }).id }));
  s.cloud.refusesOnce("create bucket logs", "QuotaExceeded");
  await s.apply().fails("provider/hook-failed");
  s.story(`
    create bucket logs   (replaces)  failed: QuotaExceeded
    update site www                  not started
    delete bucket logs   (replaced)  not started
  `);
  s.cloud.has("bucket logs", { region: "eu" });

  await s.apply().succeeds();
  s.cloud.has("bucket logs", { region: "us" });
});
