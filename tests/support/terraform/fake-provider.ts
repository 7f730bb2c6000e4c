import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundledScript } from "../bundled-script.js";

/** The behavior of a fake provider. By default, it starts, answers and exits as it should. */
export interface FakeProvider {
  readonly protocol?: 5 | 6;
  readonly start?: {
    /** Written before the handshake. */
    readonly stderr?: readonly string[];
    /** The code with which it exits instead of the handshake. */
    readonly exits?: number;
    /** No handshake. */
    readonly hangs?: boolean;
    /** Written instead of the handshake. */
    readonly stdout?: string;
  };
  /** Writes 4 MB to stdout after the handshake, and `flooded` to stderr when they have been read. */
  readonly floods?: boolean;
  readonly read?: {
    /** Written before the answer. `$TYPE` stands for the type that is read. */
    readonly stderr?: readonly string[];
    /** Sent through the stream of its output. */
    readonly prints?: readonly string[];
    /** Answers only when it is stopped. */
    readonly waits?: boolean;
  };
  readonly apply?: "answers" | "exits" | "panics" | "drops" | "garbles" | "fails" | "waits";
  /** False: does not have the call for its schema. */
  readonly schema?: boolean;
  /** False: does not have the stream of its output. */
  readonly stdio?: boolean;
  readonly ignoresShutdown?: boolean;
}

/** Builds the program of the fake provider. Returns its path, and how to remove it. */
export async function buildFakeProvider(): Promise<{ readonly path: string; remove(): void }> {
  const script = bundledScript(fileURLToPath(new URL("fake-provider-program.ts", import.meta.url)));
  const removeScript = await script.build();
  const folder = mkdtempSync(join(tmpdir(), "coconut-fake-provider-"));
  const path = join(folder, "terraform-provider-fake");
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${script.path}'\n`, { mode: 0o755 });
  return {
    path,
    remove() {
      removeScript();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The variables that tell the program how to behave. */
export function fakeProviderEnvironment(provider: FakeProvider): Readonly<Record<string, string>> {
  return { FAKE_PROVIDER: JSON.stringify(provider) };
}
