import { moduleFacts, type ModuleFacts } from "./module-facts.js";
import { isSource, isTest, isTypeScript, topFolder, type SourceTree } from "./source-tree.js";
import { countLines } from "../support/syntax.js";

export function bannedNames(tree: SourceTree, banned: readonly string[]): string[] {
  const isBanned = (name: string) => banned.includes(name.replace(/(\.test)?\.ts$/, ""));
  return [...tree.keys()].filter(isTypeScript).flatMap((path) => {
    const names = path.split("/");
    const judged = path.startsWith("src/") ? names : names.slice(-1);
    return judged.filter(isBanned).map((name) => `${path}: ${name} says nothing about what is inside`);
  });
}

export function fileLength(tree: SourceTree, limit: number): string[] {
  return [...tree]
    .filter(([path]) => isTypeScript(path) && !isTest(path) && !path.includes("/generated/"))
    .filter(([, text]) => countLines(text.trimEnd()) > limit)
    .map(([path, text]) => `${path}: ${countLines(text.trimEnd())} lines`);
}

export function functionLength(tree: SourceTree, limit: number): string[] {
  return perModule(
    tree,
    (path) => !isTest(path),
    ({ functions }) =>
      functions
        .filter(({ lines }) => lines > limit)
        .map(({ what, line, lines }) => ({ line, what: `${what} has ${lines} lines` })),
  );
}

export function leftovers(tree: SourceTree): string[] {
  return perModule(
    tree,
    () => true,
    (facts) => facts.leftovers,
  );
}

/** A code begins with the name of its top folder, stands in one catalogue, and is named by some test. */
/** Codes begin with the folder that declares them, or with the one that `owners` names for it: codes outlive moves. */
export function diagnosticCodes(tree: SourceTree, owners: Readonly<Record<string, string>> = {}): string[] {
  const isAboutCodes = (path: string) => isTest(path) || path.startsWith("tests/");
  const tests = [...tree]
    .filter(([path]) => isTypeScript(path) && isAboutCodes(path))
    .map(([, text]) => text);
  const declared = new Map<string, string>();
  return perModule(
    tree,
    (path) => isSource(path) && path.endsWith("/diagnostics.ts"),
    (facts, path) =>
      facts.diagnosticCodes.flatMap(({ what: code, line }) => {
        const complaints: string[] = [];
        const other = declared.get(code);
        if (other !== undefined) complaints.push(`${code} is also declared in ${other}`);
        declared.set(code, path);
        const folder = topFolder(path) ?? "";
        if (!code.startsWith(`${owners[folder] ?? folder}/`))
          complaints.push(`${code} does not begin with its folder`);
        const whole = new RegExp(`(?<![\\w/-])${code}(?![\\w/-])`);
        if (!tests.some((text) => whole.test(text))) complaints.push(`no test raises ${code}`);
        return complaints.map((what) => ({ line, what }));
      }),
  );
}

export function privateText(
  tree: SourceTree,
  patterns: Readonly<Record<string, RegExp>>,
  allowed: Readonly<Record<string, string>> = {},
): string[] {
  const found = [...tree].flatMap(([path, text]) =>
    Object.entries(patterns).flatMap(([kind, pattern]) => {
      const match = pattern.exec(text);
      if (match === null) return [];
      return [
        { path, what: `${path}:${countLines(text.slice(0, match.index))}: holds ${kind}: ${match[0]}` },
      ];
    }),
  );
  const holders = new Set(found.map(({ path }) => path));
  return [
    ...found.filter(({ path }) => !Object.hasOwn(allowed, path)).map(({ what }) => what),
    ...Object.keys(allowed)
      .filter((path) => !holders.has(path))
      .map((path) => `${path}: is allowed to hold such a text, and holds none`),
  ];
}

/** The rows of the tables in `docs/dependencies.md` against what `package.json` lists. */
export function documentedDependencies(dependencies: readonly string[], page: string): string[] {
  const rows = new Set([...page.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name as string));
  return [
    ...dependencies.filter((name) => !rows.has(name)).map((name) => `${name} has no line`),
    ...[...rows].filter((name) => !dependencies.includes(name)).map((name) => `${name} is no dependency`),
  ];
}

function perModule(
  tree: SourceTree,
  wanted: (path: string) => boolean,
  judge: (facts: ModuleFacts, path: string) => readonly { readonly line: number; readonly what: string }[],
): string[] {
  return [...tree]
    .filter(([path]) => isTypeScript(path) && wanted(path))
    .flatMap(([path, text]) =>
      judge(moduleFacts(path, text), path).map(({ line, what }) => `${path}:${line}: ${what}`),
    );
}
