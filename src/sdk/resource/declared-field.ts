/**
 * The way in which a class has a field: declared with an initializer, declared without one, or not declared but
 * assigned somewhere. It is read from the source text of the class, because a bare field and one initialized with
 * undefined are defined alike when an object is constructed. The most derived class counts. Undefined if no source text
 * is conclusive.
 */
export type DeclaredField = "initialised" | "bare" | "assigned" | undefined;

export function declaredField(resource: object, name: string): DeclaredField {
  const prototype = Object.getPrototypeOf(resource) as object;
  let known = fields.get(prototype);
  if (known === undefined) fields.set(prototype, (known = new Map()));
  if (!known.has(name)) known.set(name, fieldIn(textsOf(prototype), name));
  return known.get(name);
}

/** Cached by prototype: the answer is the same for every object of a class. */
const fields = new WeakMap<object, Map<string, DeclaredField>>();

interface ClassText {
  readonly text: string;
  readonly outline: string;
}

function fieldIn(classes: readonly ClassText[], name: string): DeclaredField {
  for (const { text, outline } of classes) {
    const found = fieldInBody(outline, name) ?? fieldInConstructor(text, name);
    if (found !== undefined) return found;
  }
  const assignment = new RegExp(`\\bthis\\.${escaped(name)}\\s*=(?!=)`);
  return classes.some(({ text }) => assignment.test(text)) ? "assigned" : undefined;
}

function fieldInBody(outline: string, name: string): DeclaredField {
  const begin = `[;}\\n]\\s*${escaped(name)}\\s*`;
  if (new RegExp(`${begin}=(?![=>])`).test(outline)) return "initialised";
  return new RegExp(`${begin}[;}\\n]`).test(outline) ? "bare" : undefined;
}

/** Finds fields in the form that esbuild and tsc emit for targets without class fields. */
function fieldInConstructor(text: string, name: string): DeclaredField {
  const definition = new RegExp(
    `(?:__publicField|Object\\.defineProperty)\\(this, "${escaped(name)}"(\\)|, \\{[^{}]*value: void 0\\s*\\}\\))?`,
  ).exec(text);
  return definition === null ? undefined : definition[1] === undefined ? "initialised" : "bare";
}

function escaped(name: string): string {
  return name.replace(/\W/g, "\\$&");
}

/** Returns the source texts of a prototype's classes, the most derived one first. */
function textsOf(prototype: object): readonly ClassText[] {
  const found: ClassText[] = [];
  for (let at: object | null = prototype; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const { constructor: target } = at as { readonly constructor?: unknown };
    if (typeof target === "function") found.push(textOf(target));
  }
  return found;
}

function textOf(target: Function): ClassText {
  let known = texts.get(target);
  if (known === undefined) {
    const text = Function.prototype.toString.call(target);
    texts.set(target, (known = { text, outline: outlineOf(text) }));
  }
  return known;
}

const texts = new WeakMap<Function, ClassText>();

/** Returns the top level of a class body: without strings, comments and anything in brackets. */
function outlineOf(text: string): string {
  let outline = "";
  let depth = 0;
  /** The bracket depths of the templates whose `${` is still open. */
  const templates: number[] = [];
  let piece: RegExpExecArray | null;
  for (let at = 0; at < text.length; at += Math.max(1, piece?.[0].length ?? 0)) {
    const goesOn = text[at] === "}" && depth === templates.at(-1);
    const pattern = goesOn ? templateRest : pieces;
    pattern.lastIndex = at;
    piece = pattern.exec(text);
    const found = piece?.[0] ?? "";
    if (goesOn) templates.pop();
    else if (/^[)\]}]$/.test(found)) depth--;
    if (depth === 1) outline += found.length === 1 ? found : " ";
    if (found.length > 1 && found.endsWith("${")) templates.push(depth);
    // Drops brackets before the body, such as those of `extends mixin(Base)`.
    if (/^[([{]$/.test(found) && ++depth === 1) outline = ";";
  }
  return `${outline};`;
}

/** Matches a comment, a string, a template up to its end or to `${`, a regular expression, or a single character. */
const pieces =
  /\/\/.*|\/\*[^]*?\*\/|(["'])(?:\\[^]|(?!\1)[^\\])*\1|`(?:\\[^]|(?!\$\{)[^`\\])*(?:`|\$\{)|(?<=(?:[=(,:;[!&|?{+\-*%<>~^]|\b(?:return|typeof|case|void|throw|await|yield))\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/|[^]/y;

const templateRest = /\}(?:\\[^]|(?!\$\{)[^`\\])*(?:`|\$\{)/y;
