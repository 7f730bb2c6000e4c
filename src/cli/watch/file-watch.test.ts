import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { nothingRead, readAgain, readNow, type FilesRead } from "../../std/files-read.js";
import { FileWatch, type FileWatchPorts } from "./file-watch.js";

describe("a watch of files", () => {
  let folder: string;
  let changes: string[];
  let refusals: string[];
  const watches: FileWatch[] = [];
  const at = (name: string) => join(folder, name);

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "coconut-watch-")));
    changes = [];
    refusals = [];
  });

  afterEach(() => {
    for (const each of watches.splice(0)) each.close();
    rmSync(folder, { recursive: true });
  });

  /** Watches them, and takes each change for read. */
  function watching(read: FilesRead, ports: Partial<FileWatchPorts> = {}): FileWatch {
    const watch: FileWatch = new FileWatch({
      onChange: (paths) => {
        changes.push(...paths.map((path) => path.slice(folder.length + 1)));
        watch.watch(readAgain(watch.read));
      },
      onRefused: ({ code }) => refusals.push(String(code)),
      ...ports,
    });
    watches.push(watch);
    watch.watch(read);
    return watch;
  }

  const noticed = (...names: readonly string[]) =>
    vi.waitFor(() => expect(changes).toEqual(names), { timeout: 20_000 });

  /** Until it has looked at what it was given: what happens from now on has to be noticed. */
  const hasLooked = () => new Promise((resolve) => setTimeout(resolve, 300));

  test("notices what is written, put in its place, removed, and made", async () => {
    writeFileSync(at("a.ts"), "1");
    watching(readNow([at("a.ts"), at("b.ts")]));
    writeFileSync(at("a.ts"), "2");
    await noticed("a.ts");
    writeFileSync(at("a.ts"), "2");
    writeFileSync(at("other.ts"), "2");
    writeFileSync(at(".a.ts"), "3");
    renameSync(at(".a.ts"), at("a.ts"));
    await noticed("a.ts", "a.ts");
    writeFileSync(at("b.ts"), "1");
    await noticed("a.ts", "a.ts", "b.ts");
    rmSync(at("a.ts"));
    await noticed("a.ts", "a.ts", "b.ts", "a.ts");
  });

  test("notices what happened before it began", async () => {
    writeFileSync(at("a.ts"), "1");
    const read = readNow([at("a.ts")]);
    writeFileSync(at("a.ts"), "2");
    watching(read);
    await noticed("a.ts");
  });

  test("finds folders again that were moved away, or are made later", async () => {
    mkdirSync(at("parts"));
    writeFileSync(at("parts/a.ts"), "1");
    watching(readNow([at("parts/a.ts"), at("new/deep/b.ts")]));
    renameSync(at("parts"), at("old"));
    await noticed("parts/a.ts");
    mkdirSync(at("parts"));
    writeFileSync(at("parts/a.ts"), "2");
    await noticed("parts/a.ts", "parts/a.ts");
    writeFileSync(at("parts/a.ts"), "3");
    await noticed("parts/a.ts", "parts/a.ts", "parts/a.ts");
    mkdirSync(at("new/deep"), { recursive: true });
    writeFileSync(at("new/deep/b.ts"), "1");
    await noticed("parts/a.ts", "parts/a.ts", "parts/a.ts", "new/deep/b.ts");
  });

  test("follows links, names that could be imported, and everything in a folder", async () => {
    for (const name of ["linked", "sources", "pages"]) mkdirSync(at(name));
    writeFileSync(at("linked/a.ts"), "1");
    symlinkSync(at("linked/a.ts"), at("a.ts"));
    const folders = { [at("sources")]: "" };
    const also = readAgain({ ...nothingRead, folders });
    watching({ ...readNow([at("a.ts"), at("pages")]), folders: also.folders });
    writeFileSync(at("linked/a.ts"), "2");
    await noticed("a.ts");
    writeFileSync(at("sources/notes.md"), "");
    writeFileSync(at("sources/.a.ts.swp"), "");
    writeFileSync(at("sources/a.ts"), "");
    await noticed("a.ts", "sources");
    mkdirSync(at("pages/about"));
    await noticed("a.ts", "sources", "pages");
    writeFileSync(at("pages/about/me.html"), "1");
    await noticed("a.ts", "sources", "pages", "pages");
  });

  test.each(["ENOSPC", "EMFILE"])(
    "looks for itself when the system has no more watches: %s",
    async (code) => {
      writeFileSync(at("a.ts"), "1");
      const watchFolder = () => {
        throw Object.assign(new Error("no more"), { code });
      };
      watching(readNow([at("a.ts"), at("b/c.ts")]), { watchFolder });
      expect(refusals).toEqual([code]);
      await hasLooked();
      writeFileSync(at("a.ts"), "2");
      await noticed("a.ts");
      await hasLooked();
      mkdirSync(at("b"));
      writeFileSync(at("b/c.ts"), "2");
      await noticed("a.ts", "b/c.ts");
      expect(refusals).toEqual([code]);
    },
  );

  test("looks for itself when the system tells nothing, as for drives of the network", async () => {
    writeFileSync(at("a.ts"), "1");
    watching(readNow([at("a.ts")]), { watchFolder: () => ({ close: () => {} }) });
    await hasLooked();
    writeFileSync(at("a.ts"), "2");
    await noticed("a.ts");
    expect(refusals).toEqual([]);
  });

  test("looks although something happens all the time", async () => {
    writeFileSync(at("a.ts"), "1");
    let tell = () => {};
    watching(readNow([at("a.ts")]), {
      watchFolder: (_, onEvent) => {
        tell = () => onEvent(null);
        return { close: () => {} };
      },
    });
    const noise = setInterval(() => tell(), 10);
    writeFileSync(at("a.ts"), "2");
    await noticed("a.ts").finally(() => clearInterval(noise));
  });

  test("does not believe a file to be empty that is about to be written", async () => {
    writeFileSync(at("a.ts"), "1");
    const seen: string[] = [];
    const watch = watching(readNow([at("a.ts")]), {
      onChange: () => {
        seen.push(readAgain(watch.read).files[at("a.ts")] === empty ? "empty" : "whole");
        watch.watch(readAgain(watch.read));
      },
    });
    writeFileSync(at("a.ts"), "");
    await new Promise((resolve) => setTimeout(resolve, 150));
    writeFileSync(at("a.ts"), "2");
    await vi.waitFor(() => expect(seen).toEqual(["whole"]), { timeout: 20_000 });
    writeFileSync(at("a.ts"), "");
    await vi.waitFor(() => expect(seen).toEqual(["whole", "empty"]), { timeout: 20_000 });
    // Nor the next time, whatever else happens meanwhile.
    writeFileSync(at("a.ts"), "3");
    await vi.waitFor(() => expect(seen).toEqual(["whole", "empty", "whole"]), { timeout: 20_000 });
    for (let time = 0; time < 2; time++) {
      writeFileSync(at("a.ts"), "");
      await new Promise((resolve) => setTimeout(resolve, 80));
    }
    writeFileSync(at("a.ts"), "4");
    await vi.waitFor(() => expect(seen).toHaveLength(4), { timeout: 20_000 });
    expect(seen[3]).toBe("whole");
  });
});

const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
