import { join } from "node:path";
import { Stack } from "../../src/operations/stack/index.js";
import { recordProgram } from "../../src/program/index.js";
import { packageHost } from "../../src/provider/host/index.js";
import { Directory, File, local, Symlink } from "../../src/providers/local/index.js";
import { asset } from "../../src/sdk/index.js";
import type { StackStore } from "../../src/store/internal.js";
import { quietTimer } from "../../src/std/index.js";

export interface LocalRequest {
  readonly folder: string;
  readonly program: keyof typeof programs;
}

export interface KilledRequest extends LocalRequest {
  readonly when: "before" | "after";
  /** A place of the journal: `outcome create file a`. */
  readonly place: string;
}

/** What the processes of these tests run, by name: both sides of a kill have to know the same programs. */
export const programs = {
  nothing: () => {},
  file: () => void new File("a", { path: "out/a", content: "one", mode: 0o640 }),
  "file with other content": () => void new File("a", { path: "out/a", content: "two" }),
  link: () => void new Symlink("a", { path: "out/a", target: "b" }),
  folder: () => void new Directory("a", { path: "out/a", source: pages({ index: "1", "sub/page": "1" }) }),
  "other folder": () => void new Directory("a", { path: "out/a", source: pages({ index: "2", news: "2" }) }),
  "third folder": () => void new Directory("a", { path: "out/a", source: pages({ news: "3" }) }),
  "folder of others": () =>
    void new Directory("a", { path: "out", source: pages({ index: "1" }), overwrite: true }),
} satisfies Record<string, () => void>;

function pages(texts: Record<string, string>): asset.Archive {
  return new asset.AssetArchive(texts);
}

/** A stack with one of the named programs, in whatever process asks. */
export function localStack({ folder, program }: LocalRequest, store: StackStore): Stack {
  const config = { "local:root": join(folder, "root"), "local:records": join(folder, "records") };
  return new Stack({
    store,
    host: () => packageHost({ projectFolder: process.cwd(), packages: [local] }),
    record: (settings) => recordProgram(programs[program], settings),
    settings: { project: "shop", stack: "dev", config },
    actor: "ana",
    projectFolder: process.cwd(),
    now: () => new Date().toISOString(),
    elapsed: () => performance.now(),
    timer: quietTimer,
  });
}
