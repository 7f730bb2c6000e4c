import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, test } from "vitest";
import { Process, process as provider } from "../../src/providers/process/index.js";
import { secret } from "../../src/sdk/index.js";
import { testProvider } from "../../src/testing/index.js";
import { isRunning, until } from "./process-world.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "coconut-process-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inputs = () => ({
  command: ["sleep", "600"],
  health: { command: ["true"], intervalMs: 50 },
  restart: "never" as const,
  stopTimeoutMs: 1000,
});

describe("process passes the conformance kit", () => {
  const tests = testProvider(
    provider,
    [
      {
        type: Process,
        create: inputs,
        update: (before) => ({ ...before, command: ["sleep", "700"] }),
        secret: (text) => ({ ...inputs(), environment: { TOKEN: secret(text) } }),
        drift: async ({ outputs: { pid } }) => {
          globalThis.process.kill(pid!, "SIGKILL");
          await until("it is gone", () => !isRunning(pid!));
        },
        remove: async ({ id }) => rmSync(join(folder, id), { recursive: true }),
      },
    ],
    { config: { folder }, projectFolder: folder },
  );
  test.each(tests)("$name", ({ run }) => run());
});
