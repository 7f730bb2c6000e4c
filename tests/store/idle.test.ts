import { spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { testStore } from "../../src/testing/index.js";
import { memoryStore } from "../../src/store/internal.js";
import { bundledScript } from "../support/bundled-script.js";
import { settingsIn, temporaryFolder } from "./temporary-folder.js";

const script = bundledScript(fileURLToPath(new URL("idle-process.ts", import.meta.url)));
beforeAll(script.build);

test.each([
  ["sqlite", "read"],
  ["sqlite", "run"],
  ["memory", "read"],
  ["memory", "run"],
])("a process with a %s store open ends by itself after a %s", (kind, mode) => {
  const folder = temporaryFolder();
  const location = kind === "memory" ? "memory:" : `sqlite:${join(folder, "store")}`;
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [script.path, location, mode], {
    env: { ...process.env, ...settingsIn(folder) },
    encoding: "utf8",
    timeout: 20_000,
  });
  expect({ status, signal, stdout, stderr }).toEqual({
    status: 0,
    signal: null,
    stdout: "idle\n",
    stderr: "",
  });
});

test.each<[string, () => () => void]>([
  [
    "Timeout",
    () => {
      const handle = setInterval(() => {}, 60_000);
      return () => clearInterval(handle);
    },
  ],
  [
    "TCPSERVERWRAP",
    () => {
      const server = createServer().listen(0, "127.0.0.1");
      return () => server.close();
    },
  ],
])("the conformance tests notice a store that keeps the process alive by a %s", async (type, hold) => {
  const open = async () => {
    onTestFinished(hold());
    return memoryStore();
  };
  const tests = await testStore(async () => ({ open }));
  const idle = tests.find(({ name }) => name === "keeps no process alive while it is open and idle")!;
  await expect(idle.run()).rejects.toThrow(
    `the store keeps the process alive after a stack was opened and read: ${type}`,
  );
});
