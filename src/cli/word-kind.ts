/** What a word of a command line stands for, as far as that can be looked up. */
export type WordKind = (typeof wordKinds)[number];

const wordKinds = [
  "resource",
  "stack",
  "output",
  "key",
  "template",
  "package",
  "command",
  "file",
  "folder",
] as const;

/** What `<resource>`, `[resource]...` and the like say themselves. */
export function wordKindOf(name: string): WordKind | undefined {
  return wordKinds.find((kind) => kind === name);
}
