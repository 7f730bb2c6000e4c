/** A token of TypeScript code. Two tokens are the same if their keys are. */
export interface Token {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  /** True for a token that a formatter adds or removes: a trailing comma, and parentheses around a returned value. */
  readonly isLayout: boolean;
}

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The tokens of a text without its whitespace and comments. The text may be a fragment that would not parse. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Omit<Token, "isLayout">[] = [];
  /** For each open `${`, the number of braces that are open within it. */
  const substitutions: number[] = [];
  for (let start = 0; start < text.length; start = tokens.at(-1)?.end ?? start) {
    skipped.lastIndex = start;
    start += skipped.exec(text)![0].length;
    if (start >= text.length) break;
    const end = start + lengthAt(text, start, tokens.at(-1)?.key, substitutions);
    const raw = text.slice(start, end);
    tokens.push({
      key: isString.test(raw) ? `"${raw.slice(1, -1).replace(escapedQuote, "$1")}"` : raw,
      start,
      end,
    });
  }
  const layout = layoutOf(tokens.map(({ key }) => key));
  return tokens.map((token, index) => ({ ...token, isLayout: layout.has(index) }));
}

/** The ranges of a text in which these tokens stand, whatever their layout. */
export function findTokens(source: readonly Token[], pattern: readonly Token[]): readonly TextRange[] {
  /** The index after the match that goes on at these indexes, with so many parentheses open that were passed over. */
  const endOfMatch = (at: number, wanted: number, open: number): number | undefined => {
    const token = source[at];
    const sought = pattern[wanted];
    if (sought === undefined && open === 0) return at;
    const end = token && token.key === sought?.key ? endOfMatch(at + 1, wanted + 1, open) : undefined;
    if (end !== undefined || wanted === 0) return end;
    const isAbsent = sought?.isLayout && (sought.key !== "," || closing.has(token?.key ?? ")"));
    return (
      (isAbsent ? endOfMatch(at, wanted + 1, open) : undefined) ??
      (token?.isLayout ? endOfMatch(at + 1, wanted, open + depth(token)) : undefined)
    );
  };
  return source.flatMap(({ start }, at) => {
    const end = endOfMatch(at, 0, 0);
    return end === undefined || end === at ? [] : [{ start, end: source[end - 1]!.end }];
  });
}

function depth({ key }: Token): number {
  return key === "(" ? 1 : key === ")" ? -1 : 0;
}

const skipped = /(?:\s|\/\/.*|\/\*[^]*?\*\/)*/y;
const word = /[#@]?[\p{L}_$][\p{L}\p{N}_$]*/uy;
const number = /\d[\w.]*/y;
const quoted = /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'/y;
const regularExpression = /\/(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
/** From a backtick, or from the brace that ends a substitution, to the next backtick or substitution. */
const templatePart = /[`}](?:[^`\\$]|\\[^]|\$(?!\{))*(?:`|\$\{)/y;
/** `>` stands alone always: `>>` may be the end of two lists of types. */
const operator = /\.\.\.|\?\.(?!\d)|\?\?=?|=>|[=!]==?|\*\*=?|&&=?|\|\|=?|<<=?|<=|\+\+|--|[-+*/%&|^]=|[^]/uy;

const isString = /^["'][^]*["']$/;
const escapedQuote = /\\(["'])/g;
/** Words after which a slash begins a regular expression. */
const beforeValue = new Set("return typeof case in of await void throw yield else do".split(" "));
const closing = new Set([")", "]", "}"]);

function lengthAt(text: string, at: number, before: string | undefined, substitutions: number[]): number {
  const first = text[at]!;
  const open = substitutions.length - 1;
  if (first === "{" && open >= 0) substitutions[open]!++;
  if (first === "}" && open >= 0 && substitutions[open]!-- === 0) {
    substitutions.pop();
    return templateLength(text, at, substitutions);
  }
  if (first === "`") return templateLength(text, at, substitutions);
  if (first === "/" && !endsValue(before)) return lengthOf(regularExpression, text, at) ?? 1;
  for (const pattern of [word, number, quoted]) {
    const length = lengthOf(pattern, text, at);
    if (length !== undefined) return length;
  }
  return lengthOf(operator, text, at)!;
}

function templateLength(text: string, at: number, substitutions: number[]): number {
  const length = lengthOf(templatePart, text, at);
  if (length === undefined) throw new Error(`A template literal has no end: ${text.slice(at, at + 40)}`);
  if (text[at + length - 1] === "{") substitutions.push(0);
  return length;
}

function endsValue(key: string | undefined): boolean {
  return key !== undefined && /[\p{L}\p{N}_$)\]}"`]$/u.test(key) && !beforeValue.has(key);
}

function lengthOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length;
}

/** The indexes of the tokens that a formatter adds or removes. */
function layoutOf(keys: readonly string[]): ReadonlySet<number> {
  const layout = new Set<number>();
  const opened: number[] = [];
  const endsThere = (index: number) =>
    keys[index] === undefined || /^[,;]$/.test(keys[index]) || closing.has(keys[index]);
  for (const [index, key] of keys.entries()) {
    if (key === "," && (index + 1 === keys.length || closing.has(keys[index + 1]!))) layout.add(index);
    if (key === "(") opened.push(index);
    if (key !== ")") continue;
    const start = opened.pop() ?? 0;
    const isReturned = /^(?:return|throw|=>)$/.test(keys[start - 1] ?? "") && keys[start + 1] !== "{";
    if (isReturned && endsThere(index + 1)) layout.add(start).add(index);
  }
  return layout;
}
