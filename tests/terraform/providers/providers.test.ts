import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { describe, expect, test } from "vitest";
import type { ProviderName } from "./build-providers.js";
import { providerBinary, withoutGo } from "./provider-binaries.js";

/** Providers start only for a host that knows this text. It is the same for all of them. */
const cookie = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

describe.skipIf(withoutGo !== undefined)(
  `real providers${withoutGo === undefined ? "" : `: ${withoutGo}`}`,
  () => {
    test.each<[ProviderName, number, Record<string, string>]>([
      ["time", 5, {}],
      ["local", 5, {}],
      ["framework", 6, {}],
      ["framework", 5, { PROBE_PROTOCOL: "5" }],
      ["sdk", 5, {}],
    ])("%s starts with protocol %i", async (name, protocol, settings) => {
      const child = spawn(providerBinary(name) as string, {
        env: { ...process.env, TF_PLUGIN_MAGIC_COOKIE: cookie, PLUGIN_PROTOCOL_VERSIONS: "5,6", ...settings },
        stdio: ["ignore", "pipe", "ignore"],
      });
      try {
        const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
        expect(line).toMatch(new RegExp(String.raw`^1\|${protocol}\|unix\|.+\|grpc\|`));
      } finally {
        child.kill("SIGKILL");
      }
    });

    test.each<ProviderName>(["time", "local", "framework", "sdk"])(
      "%s refuses to start by itself",
      (name) => {
        const { status, stdout } = spawnSync(providerBinary(name) as string, { encoding: "utf8" });
        expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
      },
    );
  },
);
