import { JSON } from "../../std/plain-json.js";

/** True if the name can be generated. Terraform's own names are letters, digits, `_` and `-`. */
export function isTerraformName(name: string): boolean {
  return /^[\p{ID_Start}_][\p{ID_Continue}-]*$/u.test(name) && /\p{ID_Start}/u.test(name);
}

/** Returns the name of a class: `S3Bucket` for `s3_bucket`. It may begin with a digit. */
export function pascalCase(name: string): string {
  return name
    .split(/(?:_|[^\p{ID_Continue}])+/u)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** Returns the name of a function: `arnParse` for `arn_parse`. */
export function lowerCamelCase(name: string): string {
  const pascal = pascalCase(name);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
}

/** Returns the name as a member of an object or interface, in quotes if it needs them. */
export function memberName(name: string): string {
  return isIdentifier(name) ? name : JSON.stringify(name);
}

export function isIdentifier(name: string): boolean {
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name);
}

/** Names that no export and no interface of a module can have: keywords, and the names that generated modules import. */
export const reservedNames: ReadonlySet<string> = new Set([
  ..."break case catch class const continue debugger default delete do else enum export extends false finally for".split(
    " ",
  ),
  ..."function if import in instanceof new null return super switch this throw true try typeof var void while".split(
    " ",
  ),
  ..."with implements interface let package private protected public static yield await async of".split(" "),
  ..."arguments eval undefined NaN Infinity globalThis any unknown never string number boolean".split(" "),
  ..."symbol object bigint declare module namespace type abstract as from get set".split(" "),
  ..."CustomResource Input Output ProviderFunction ProviderResource ResourceOptions".split(" "),
  ..."dataSource ephemeralResource provider providerFunction resource".split(" "),
]);
