/**
 * Returns the TypeScript files that an import may refer to if no file has exactly that name. `./site.js` refers to the
 * output of `./site.ts`, and bundlers accept imports without the extension or `index`.
 */
export function sourceCandidates(specifier: string): readonly string[] {
  const [, path = "", search = ""] = /^([^?#]*)(.*)$/s.exec(specifier) ?? [];
  if (!/^(?:\.{0,2}\/|\.{1,2}$|file:)/.test(path)) return [];
  const [, stem, kind] = /^(.*)\.([cm]?)jsx?$/s.exec(path) ?? [];
  const folder = path.replace(/\/?$/, "/index");
  const candidates =
    stem !== undefined
      ? endings(stem, kind === "" ? ["ts", "tsx"] : kind === "m" ? ["mts"] : [])
      : [...(/(?:^|\/)\.{0,2}$/.test(path) ? [] : endings(path, usual)), ...endings(folder, usual)];
  return candidates.map((each) => each + search);
}

const usual = ["ts", "mts", "tsx"];

function endings(path: string, kinds: readonly string[]): readonly string[] {
  return kinds.map((kind) => `${path}.${kind}`);
}
