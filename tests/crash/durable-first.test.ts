import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { buildProcess, CrashWorld } from "./crash-world.js";

beforeAll(buildProcess);

const hasStrace = spawnSync("strace", ["-o", "/dev/null", "true"]).status === 0;

describe.runIf(hasStrace)("what a process asks of the system, in order", () => {
  test(
    "whatever it has written of its state is synced before a byte leaves it",
    { timeout: 180_000 },
    async () => {
      const world = await CrashWorld.make();
      const file = join(world.folder, "calls");
      const under = ["strace", "-f", "-y", "-s", "0", "-o", file, "-e", `trace=${[...calls].join(",")}`];
      expect(await world.start("shop", { under }).report).toMatchObject({ ok: true, diagnostics: [] });
      const seen = watch(readFileSync(file, "utf8").split("\n"), world.folder);
      expect(seen.problems).toEqual([]);
      // The commits of the run, all of its requests, the new file, and the move of the journal into it.
      expect(seen.syncs).toBeGreaterThan(9);
      expect(seen.sent).toBeGreaterThan(3);
      expect(seen.placed).toEqual(["key", "store/dev.db"]);
      expect(seen.emptied).toBe(1);
    },
  );
});

const calls = new Set([
  ...["write", "writev", "pwrite64", "sendto", "sendmsg"],
  ...["fsync", "fdatasync", "link", "rename", "ftruncate"],
]);

/** Reads a trace: which files hold what is not synced at each moment, and what happens although there are some. */
function watch(lines: readonly string[], folder: string) {
  const unsynced = new Set<string>();
  const seen = { problems: [] as string[], syncs: 0, sent: 0, placed: [] as string[], emptied: 0 };
  for (const line of lines) {
    const [, call = "", rest = ""] = /^\d+ +(\w+)\((.*)$/.exec(line) ?? [];
    const path = /^\d+<([^>]*)>/.exec(rest)?.[1] ?? "";
    const isKept = path.startsWith(folder) && !path.endsWith("-shm") && !path.endsWith("/calls");
    const complain = () => {
      if (unsynced.size > 0) seen.problems.push(`${[...unsynced].join(", ")} not synced: ${line}`);
    };
    if (call === "fsync" || call === "fdatasync") {
      unsynced.delete(path);
      seen.syncs++;
    } else if (call === "link") {
      complain();
      seen.placed.push(/, "([^"]*)"/.exec(rest)![1]!.slice(folder.length + 1));
    } else if (call === "ftruncate" && path.endsWith("dev.db-wal")) {
      complain();
      seen.emptied++;
    } else if (isKept) {
      // What is made beside its place need not be durable before it is put there.
      unsynced.add(path);
    } else if (path.startsWith("socket:") || path.startsWith("TCP:")) {
      complain();
      seen.sent++;
    }
  }
  return seen;
}
