import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { DiagnosticError } from "../model/index.js";
import { problem } from "./diagnostics.js";
import { printUrl, printUrlText } from "./web/index.js";

export type Location =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "web"; readonly url: URL };

/** Resolves a path or URL to an absolute path, or to a URL with a scheme that can be downloaded. */
export function locate(
  source: { readonly path: string } | { readonly uri: string },
  baseDirectory: string,
): Location {
  if ("path" in source) return { kind: "file", path: resolve(baseDirectory, source.path) };
  if (!URL.canParse(source.uri)) {
    throw malformed(JSON.stringify(printUrlText(source.uri)), "it has no scheme or no valid host");
  }
  const url = new URL(source.uri);
  switch (url.protocol) {
    case "file:":
      return { kind: "file", path: pathOf(source.uri, url) };
    case "https:":
    case "http:":
      return { kind: "web", url };
    default:
      throw new DiagnosticError(
        problem("asset/unsupported-scheme", {
          detail: `The URL ${printUrl(url)} has the unsupported scheme \`${url.protocol}\`.`,
          hint: "Use a path, a `file:` URL or an `https:` URL.",
        }),
      );
  }
}

function pathOf(uri: string, url: URL): string {
  // URLs have no working folder: `file:a.txt` would silently become `/a.txt`.
  if (!/^\s*file:[/\\]/i.test(uri)) throw malformed(uri, "a `file:` URL cannot be relative");
  try {
    return fileURLToPath(url);
  } catch (error) {
    throw malformed(uri, error instanceof Error ? error.message : String(error));
  }
}

function malformed(shown: string, reason: string): DiagnosticError {
  return new DiagnosticError(
    problem("asset/malformed-url", {
      detail: `${shown} cannot be used: ${reason}.`,
      hint: "Use a complete URL, such as `https://example.com/file.zip` or `file:///folder/file.zip`, or a path.",
    }),
  );
}
