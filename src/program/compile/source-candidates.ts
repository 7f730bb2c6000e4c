/**
 * The files that an import of a file may mean in TypeScript when there is none of that very name: `./site.js` is
 * written for what `./site.ts` becomes, and compilers that bundle let the ending, or `index`, be left out.
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
