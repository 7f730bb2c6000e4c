import { DiagnosticError, isDiagnosticError, type Diagnostic } from "../diagnostic.js";
import { archiveOf, assetOf, isArchive, isAsset, type Archive, type Asset } from "../value/index.js";
import { problem } from "./diagnostics.js";
import { entryName, folderName } from "./entry-name.js";

/**
 * Builds an archive from a map. A plain string is a text asset. A nested archive is unpacked under its name, or into
 * the root if the name is `.`. All invalid members are reported together.
 */
export function archiveOfMap(map: { readonly [name: string]: string | Asset | Archive }): Archive {
  const found: Diagnostic[] = [];
  const members: [string, Asset | Archive][] = [];
  for (const [name, member] of Object.entries(map)) {
    try {
      members.push([name, memberOf(name, member)]);
    } catch (error) {
      if (!isDiagnosticError(error)) throw error;
      found.push(...error.diagnostics);
    }
  }
  const [first, ...rest] = found;
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
  return archiveOf({ assets: Object.freeze(Object.fromEntries(members)) });
}

function memberOf(name: string, member: unknown): Asset | Archive {
  if (isArchive(member)) {
    folderName(name, "an archive");
    return member;
  }
  entryName(name, "an archive");
  if (isAsset(member)) return member;
  if (typeof member === "string") {
    checkAssetText(member, `the archive member ${JSON.stringify(name)}`);
    return assetOf({ text: member });
  }
  throw new DiagnosticError(
    problem("model/not-an-asset", {
      detail: `The archive member ${JSON.stringify(name)} has the type ${member === null ? "null" : typeof member}.`,
      hint: "Pass a string, an asset or an archive. Unwrap an Output with `all` first.",
    }),
  );
}

/** Throws for a text that cannot be encoded as UTF-8, instead of hashing and sending a different text. */
export function checkAssetText(text: string, where: string): void {
  const index = text.search(/\p{Surrogate}/u);
  if (index < 0) return;
  throw new DiagnosticError(
    problem("model/asset-text-not-unicode", {
      detail: `The text of ${where} contains half of a surrogate pair at index ${index}, which cannot be encoded as UTF-8.`,
      hint: "Build the text from whole characters, or write the bytes to a file and use the file as the asset.",
    }),
  );
}
