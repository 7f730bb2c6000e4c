import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as tar from "tar";

/**
 * Calls `use` with a temporary folder that contains the files of a commit, and removes it afterwards. Uses the installed
 * packages of this checkout.
 */
export async function withCheckout<T>(revision: string, use: (root: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "coconut-checkout-"));
  try {
    const file = join(folder, "files.tar");
    const root = join(folder, "files");
    mkdirSync(root);
    const { status } = spawnSync("git", ["archive", "-o", file, revision], { stdio: "inherit" });
    if (status !== 0) throw new Error(`git has no ${revision}.`);
    tar.extract({ file, cwd: root, sync: true });
    symlinkSync(join(process.cwd(), "node_modules"), join(root, "node_modules"));
    return await use(root);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
