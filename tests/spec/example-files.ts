import { createReadStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { AssetOptions } from "@coconut/coconut/asset";
import { create } from "tar";
import { craftedZip } from "../assets/crafted-zip.js";
import { loopbackServer, testAuthority } from "../assets/loopback-server.js";

/** The files of the document's examples, on disk and served over https. */
export interface ExampleFiles {
  readonly path: (name: string) => string;
  readonly fileUrl: (name: string) => string;
  readonly httpsUrl: (name: string) => string;
  /** What lets assets come from the server. */
  readonly options: AssetOptions;
  readonly remove: () => Promise<void>;
}

/** `file` and `file.txt` hold `hello`; the archives hold `file1` with `hello` and `file2` with `world`. */
export async function exampleFiles(): Promise<ExampleFiles> {
  const folder = await mkdtemp(join(tmpdir(), "coconut-spec-"));
  const path = (name: string) => join(folder, name);
  for (const name of ["file", "file.txt", "file1"]) await writeFile(path(name), "hello");
  await writeFile(path("file2"), "world");
  const members = ["file1", "file2"];
  await create({ cwd: folder, file: path("archive.tar") }, members);
  await create({ cwd: folder, file: path("archive.tar.gz"), gzip: true }, members);
  const zip = await craftedZip([
    { name: "file1", content: "hello" },
    { name: "file2", content: "world" },
  ]);
  for (const name of ["archive.zip", "archive.rar"]) await writeFile(path(name), zip);
  const server = await loopbackServer((request, response) => {
    createReadStream(path(request.url ?? "")).pipe(response);
  });
  return {
    path,
    fileUrl: (name) => pathToFileURL(path(name)).href,
    httpsUrl: (name) => `https://localhost:${server.port}/${name}`,
    options: { allowPrivate: ["localhost"], certificateAuthorities: [testAuthority] },
    remove: async () => {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}
