import { DiagnosticError, isDiagnosticError, type Diagnostic } from "../diagnostic.js";
import { archiveOf, assetOf, isArchive, isAsset, type Archive, type Asset } from "../value/index.js";
import { checkAssetText } from "./asset-text.js";
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
