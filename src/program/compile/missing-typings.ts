import type { Diagnostic, SourcePosition } from "../../model/index.js";
import { problem } from "./diagnostics.js";

/** True if a specifier names a module that Coconut generates for a Terraform provider. */
export function isTypingsImport(specifier: string): boolean {
  return specifier.startsWith("#tf/");
}

/** Describes the import of a generated module that does not exist. `isMapped` says whether package.json maps such imports. */
export function missingTypings(
  specifier: string,
  isMapped: boolean,
  position: SourcePosition | undefined,
): Diagnostic {
  const imported = `${JSON.stringify(specifier)} is imported, but`;
  const about = isMapped
    ? {
        detail: `${imported} there is no such module. Coconut generates the modules of Terraform providers in .coconut/tf, which is not under version control.`,
        hint: `Generate the modules of all providers that coconut.json names:\n    coco provider install\nA provider with more than 200 types has one module per type, such as "#tf/${providerOf(specifier)}/<type>".`,
      }
    : {
        detail: `${imported} package.json does not say where the modules of Terraform providers are.`,
        hint: `Add this to package.json, and generate the modules:\n    "imports": { "#tf/*": "./.coconut/tf/*.js" }\n    coco provider install`,
      };
  return problem("program/missing-typings", { ...about, ...(position && { position }) });
}

function providerOf(specifier: string): string {
  return specifier.slice("#tf/".length).split("/", 1)[0] ?? "";
}
