/** A name that code can use for what a text calls: `eu-west logs` becomes `euWestLogs`. */
export function identifierFor(text: string): string {
  const [first = "", ...rest] = text.split(/[^\p{L}\p{Nd}_$]+/u).filter((word) => word !== "");
  const joined = first + rest.map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`).join("");
  const name = /^[\p{L}_$]/u.test(joined) ? joined : `_${joined}`;
  return reserved.has(name) ? `${name}Resource` : name;
}

export function isIdentifier(text: string): boolean {
  return /^[\p{L}_$][\p{L}\p{Nd}_$]*$/u.test(text);
}

/** What cannot be the name of a variable in a module. */
const reserved = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends
  false finally for function if implements import in instanceof interface let new null package private protected
  public return static super switch this throw true try typeof undefined var void while with yield`.split(
    /\s+/,
  ),
);
