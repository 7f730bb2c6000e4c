import { DiagnosticError, isDiagnosticError, type Diagnostic } from "../diagnostic.js";
import { archiveOf, assetOf, isArchive, isAsset, type Archive, type Asset } from "../value/index.js";
import { problem } from "./diagnostics.js";
import { entryName, folderName } from "./entry-name.js";

/**
 * A literal archive. A plain string is a text asset; a nested archive is unpacked under its name, or into the
 * root if that is `.`. All members that cannot stand are reported together.
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
      detail: `The archive member ${JSON.stringify(name)} is of type ${member === null ? "null" : typeof member}.`,
      hint: "Give a string, an asset or an archive. An Output of one has to be unwrapped with `all` first.",
    }),
  );
}

/** Refuses a text that has no UTF-8 encoding, instead of hashing and sending something else in its place. */
export function checkAssetText(text: string, where: string): void {
  const index = text.search(/\p{Surrogate}/u);
  if (index < 0) return;
  throw new DiagnosticError(
    problem("model/asset-text-not-unicode", {
      detail: `The text of ${where} has half of a surrogate pair at index ${index}, which has no UTF-8 encoding.`,
      hint: "Make the text from whole characters, or write bytes to a file and use that as the asset.",
    }),
  );
}
