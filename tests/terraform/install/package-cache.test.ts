import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { addToCache } from "../../../src/provider/terraform/install/package-cache.js";
import { packageHash } from "../../../src/provider/terraform/install/package-hash.js";
import { packageFolder } from "../../../src/provider/terraform/install/package-layout.js";
import { addPackage, InstallerProject } from "./installer-project.js";

let project: InstallerProject;
const running = new Set<CacheProcess>();

beforeEach(() => {
  project = new InstallerProject();
});

afterEach(async () => {
  for (const each of running) await each.kill();
  project.remove();
});

const id = {
  address: { host: "example.com", namespace: "acme", type: "cloud" },
  version: "1.0.0",
  platform: "linux_amd64",
};

/** A process that adds the package, step by step. */
class CacheProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;

  constructor(script: string, cache: string, content: string) {
    this.#child = spawn(process.execPath, [script, cache, content], { stdio: ["pipe", "pipe", "inherit"] });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
    running.add(this);
  }

  async says(): Promise<string> {
    const { value, done } = await this.#lines.next();
    return done === true ? "nothing" : value;
  }

  continues(): void {
    this.#child.stdin.write("\n");
  }

  async kill(): Promise<void> {
    running.delete(this);
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill("SIGKILL");
    await once(this.#child, "exit");
  }
}

async function bundled(): Promise<string> {
  const outfile = project.path("cache-process.mjs");
  const entry = fileURLToPath(new URL("cache-process.ts", import.meta.url));
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "warning",
  });
  return outfile;
}

function installed(): string | undefined {
  try {
    return readFileSync(join(packageFolder(project.cache, id), "terraform-provider-cloud"), "utf8");
  } catch {
    return undefined;
  }
}

function leftovers(): string[] {
  return readdirSync(project.cache).filter((name) => name.startsWith(".coconut-"));
}

/** Adds the package in this process. */
async function add(content: string) {
  return addToCache(project.cache, id, async (folder) => {
    writeFileSync(join(folder, "terraform-provider-cloud"), content);
    return packageHash(folder);
  });
}

describe("processes that add a package to the cache", { timeout: 120_000 }, () => {
  test.each(["empty", "partial", "full"])(
    "one that is killed with a package that is %s leaves none",
    async (stage) => {
      const killed = new CacheProcess(await bundled(), project.cache, "ab");
      for (let said = await killed.says(); said !== stage; said = await killed.says()) killed.continues();
      await killed.kill();
      expect(installed()).toBeUndefined();
      expect(leftovers()).toHaveLength(1);
      expect(await add("abab")).toMatchObject({ isNew: true });
      expect(installed()).toBe("abab");
      // A recent folder may belong to a process that runs.
      expect(leftovers()).toHaveLength(1);
      const old = new Date(Date.now() - 48 * 3_600_000);
      utimesSync(join(project.cache, leftovers()[0]!), old, old);
      expect(await add("abab")).toMatchObject({ isNew: false });
      expect(leftovers()).toEqual([]);
    },
  );

  it("of several at once, one adds it and the others use it", async () => {
    const script = await bundled();
    const several = Array.from({ length: 4 }, () => new CacheProcess(script, project.cache, "ab"));
    for (const stage of ["empty", "partial", "full"]) {
      for (const each of several) expect(await each.says()).toBe(stage);
      expect(installed()).toBeUndefined();
      for (const each of several) each.continues();
    }
    const results = await Promise.all(several.map((each) => each.says()));
    expect(results.sort()).toEqual(["new", "present", "present", "present"]);
    expect(installed()).toBe("abab");
    expect(leftovers()).toEqual([]);
  });

  it("with different content, the last one wins and every one is complete", async () => {
    const script = await bundled();
    const several = ["a", "b", "c"].map((content) => new CacheProcess(script, project.cache, content));
    const results = await Promise.all(
      several.map(async (each) => {
        let said = await each.says();
        for (; !["new", "present", "nothing"].includes(said); said = await each.says()) each.continues();
        return said;
      }),
    );
    expect(results).toEqual(["new", "new", "new"]);
    expect(["aa", "bb", "cc"]).toContain(installed());
    expect(leftovers()).toEqual([]);
  });
});

describe("adding a package", () => {
  it("replaces one with other content", async () => {
    await add("one");
    expect(await add("two")).toMatchObject({ isNew: true, folder: packageFolder(project.cache, id) });
    expect(installed()).toBe("two");
    expect(leftovers()).toEqual([]);
  });

  it("keeps the cache if the package cannot be fetched", async () => {
    await add("one");
    await expect(
      addToCache(project.cache, id, async (folder) => {
        writeFileSync(join(folder, "part"), "");
        throw new Error("no connection");
      }),
    ).rejects.toThrow("no connection");
    expect(installed()).toBe("one");
    expect(leftovers()).toEqual([]);
  });

  it("replaces a link, and not the package behind it", async () => {
    const behind = await addPackage(project.mirror, {
      version: "1.0.0",
      files: { "terraform-provider-cloud": "old" },
    });
    const link = packageFolder(project.cache, id);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(behind, link);
    expect(await add("old")).toMatchObject({ isNew: false });
    expect(await add("new")).toMatchObject({ isNew: true });
    expect(installed()).toBe("new");
    expect(readFileSync(join(behind, "terraform-provider-cloud"), "utf8")).toBe("old");
  });
});
