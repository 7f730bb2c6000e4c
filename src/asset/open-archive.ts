import { stat } from "node:fs/promises";
import { type ArchiveFormat, archiveFormatOf, archiveSuffixes, DiagnosticError } from "../model/index.js";
import type { ReadContext } from "./asset-options.js";
import { contentOfBytes, type Content } from "./content.js";
import { problem } from "./diagnostics.js";
import { download } from "./web/index.js";
import { fileContent } from "./file-content.js";
import { fileProblem } from "./file-problem.js";
import { locate } from "./locate.js";
import { printUrl } from "./web/index.js";

export type OpenArchive =
  | { readonly kind: "folder"; readonly path: string }
  | {
      readonly kind: "packed";
      readonly format: ArchiveFormat;
      readonly content: Content;
      /** The location of the archive, for messages. */
      readonly where: string;
    };

/** Opens the path or URL of an archive. Only a folder may have any name. */
export async function openArchive(
  source: { readonly path: string } | { readonly uri: string },
  reading: ReadContext,
): Promise<OpenArchive> {
  const location = locate(source, reading.baseDirectory);
  if (location.kind === "web") {
    const { url } = location;
    const where = `the archive ${printUrl(url)}`;
    const format = formatOf(decodedPath(url), printUrl(url));
    return { kind: "packed", format, content: contentOfBytes(await download(url, reading)), where };
  }
  const { path } = location;
  const status = await stat(path).catch((error: unknown) => {
    throw fileProblem(error, path);
  });
  if (status.isDirectory()) return { kind: "folder", path };
  const format = formatOf(path, path);
  return { kind: "packed", format, content: await fileContent(path, reading), where: `the archive ${path}` };
}

function formatOf(name: string, shown: string): ArchiveFormat {
  const format = archiveFormatOf(name);
  if (format !== undefined) return format;
  throw new DiagnosticError(
    problem("asset/not-an-archive", {
      detail: `${shown} is not a folder, and its name does not end in one of ${archiveSuffixes.join(" ")}.`,
      hint: "Name a folder or an archive file. Use an asset for a single file.",
    }),
  );
}

function decodedPath(url: URL): string {
  try {
    return decodeURIComponent(url.pathname);
  } catch {
    return url.pathname;
  }
}
