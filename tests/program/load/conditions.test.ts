import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BuiltPackage } from "../../support/built-package.js";
import { judge, printed, snippetFile, type Outcome } from "./snippets.js";

/**
 * `o` is an Output, `list` one of an array; « stands before the expression that is refused. Each snippet is the
 * body of an async function, all in one program.
 */
const rejected: readonly [construct: string, snippet: string][] = [
  ["if (…)", "if («o) return 1;"],
  ["if (…)", "if («o.name) return 1; else return 2;"],
  ["if (…)", "if (1 > 2) return 0; else if («o.a.b.c) return 1;"],
  ["if (…)", "if ((«o as any).name!) return 1;"],
  ["if (…)", "if (given ?? «o) return 1;"],
  ["if (…)", "if (true && «o) return 1;"],
  ["if (…)", "if ((given, «o)) return 1;"],
  ["if (…)", "let x; if («x = o) return x;"],
  ["if (…)", "if («o.apply(() => true)) return 1;"],
  ["if (…)", "if («await Promise.resolve(o)) return 1;"],
  ["if (…)", "if («o?.name) return 1;"],
  ["if (…)", "if («o[`ke${'y'}`]) return 1;"],
  ["? … :", "return «o ? 1 : 2;"],
  ["? … :", "return `a ${«o.name ? 'b' : 'c'} d`;"],
  ["? … :", "return [1, 2].map((n) => («o ? n : 0));"],
  ["? … :", "return { a: { b: «o ? 1 : 2 } };"],
  ["? … :", "return (given ? 1 : «o) ? 1 : 2;"],
  ["&&", "return «o && 1;"],
  ["&&", "return 1 && «o && 2;"],
  ["&&", "return («o ?? 1) && 2;"],
  ["||", "return «o.name || 'default';"],
  ["||", "const f = (x = «o || 1) => x; return f();"],
  ["||", "const f = ({ a = «o || 1 } = {}) => a; return f();"],
  ["||=", "let x = o; «x ||= 1; return x;"],
  ["||=", "const h = { x: o }; «h.x ||= 1; return h;"],
  ["&&=", "const h = () => ({ x: { y: o } }); «h().x['y'] &&= 1; return 2;"],
  ["&&=", "const h = () => ({ x: o }); «h().x &&= 1; return 2;"],
  ["!", "return !«o;"],
  ["!", "return !!«o.name;"],
  ["!", "if (!(«o)) return 1;"],
  ["while (…)", "while («o.ready) break;"],
  ["do … while", "do {} while («o.ready);"],
  ["for (…)", "for (let n = 0; «o.ready; n++) break;"],
  ["switch (…)", "switch («o.kind) { case 'a': return 1; default: return 2; }"],
  ["case", "switch ('a') { case «o.kind: return 1; }"],
  ["awaited", "return await «o;"],
  ["awaited", "const { name } = await «o.config; return name;"],
  ["spread", "return [1, ...«list];"],
  ["spread", "return { a: 1, ...«o.tags };"],
  ["spread", "return Math.max(...«list);"],
  ["spread", "return [...(given ? [] : «list)];"],
  ["for…of", "for (const x of «list) return x;"],
  ["for await…of", "for await (const x of «list) return x;"],
  ["==", "return «o == 1;"],
  ["===", "return «o.name === 'a';"],
  ["===", "return 'a' === «o.name;"],
  ["!==", "return «o !== given;"],
  ["!=", "return 1 != «o;"],
  ["<", "return «o.size < 3;"],
  [">", "return 3 > «o.size;"],
  ["<=", "return «o.size <= null!;"],
  [">=", "return 3 >= «o.size;"],
  ["if (…)", "class A { x = (() => { if («o) return 1; return 2; })(); } return new A();"],
  ["? … :", "class A { static x = «o ? 1 : 2; } return A;"],
  ["&&", "class A { static { void («o && 1); } } return A;"],
  ["? … :", "class A { get x() { return «o ? 1 : 2; } } return new A().x;"],
  ["? … :", "class A { constructor(public x = «o ? 1 : 2) {} } return new A();"],
  ["if (…)", "function* f() { if («yield o) yield 1; } const g = f(); g.next(); g.next(o);"],
  ["if (…)", "const deep = () => () => { if («o) return 1; return 2; }; return deep()();"],
  ["if (…)", "const x = 1;\n  const é = 'ü'; if (x) {\n\t\tif («o) return é;\n  }"],
  ["if (…)", "outer: for (;;) { if («o) break outer; }"],
  ["if (…)", "enum Kind { A, B } if (Kind.B && «o) return Kind.A;"],
];

/** With what each gives. The second half holds no Output: what is watched works as before. */
const accepted: readonly [snippet: string, value: unknown][] = [
  ["return (o ?? 1) === undefined;", false],
  ["return o?.name === undefined;", false],
  ["return o === undefined;", false],
  ["return undefined === o;", false],
  ["return o !== undefined;", true],
  ["return o == null;", false],
  ["return o != null;", true],
  ["return null === o;", false],
  ["return o === void 0;", false],
  ["return typeof o;", "object"],
  ["return typeof o === 'object';", true],
  ["return o instanceof Object;", true],
  ["return void o;", undefined],
  ["return [o].length;", 1],
  ["return { o }.o == null;", false],
  ["const { name } = o; return name == null;", false],
  ["return o.apply((v: any) => (v ? 1 : 2)) == null;", false],
  ["return typeof o.apply((v: any) => v && v.a === 'b').apply;", "function"],
  ["let x: any; x ??= o; return x == null;", false],
  ["const f = (x = o) => x != null; return f();", true],
  ["return given ?? 'default';", "default"],
  ["return ((x: any) => typeof x)(o);", "object"],
  ["const a = async () => ({ o }); return (await a()).o == null;", false],
  ["return (async () => o)() instanceof Promise;", true],
  ["if (o !== undefined && o != null) return 1; return 2;", 1],
  ["return o == null ? 1 : 2;", 2],
  ["return typeof o === 'string' || 'no';", "no"],
  ["switch (typeof o) { case 'object': return 1; default: return 2; }", 1],
  ["return [[o]].flat().length;", 1],
  ["class A { x = o; y = this.x !== undefined; } return new A().y;", true],
  ["return true ? 1 : o;", 1],
  ["return false && o;", false],
  ["return 0 || 'a' && 'b';", "b"],
  ["return [...'ab', ...[1]];", ["a", "b", 1]],
  ["return { ...{ a: 1 }, ...null, ...(given && { b: 2 }) };", { a: 1 }],
  ["let x = 0; x ||= 5; x &&= x + 1; return x;", 6],
  ["let n = 0; const h = () => (n++, { x: 0 as any }); h().x ||= 5; h()[(n++, 'x')] ||= 1; return n;", 3],
  [
    "const h: any = { a: { b: 0 } }; h.a['b'] ||= 2; h.a.b &&= 3; h['a'].c ||= (1, 4); return h;",
    { a: { b: 3, c: 4 } },
  ],
  ["let f: any; f ||= () => 1; return f.name;", "f"],
  ["class A { #x = 0; go() { this.#x ||= 3; return this.#x; } } return new A().go();", 3],
  ["const s = { x: 1, get() { return this?.x; } }; return (s.get || 1) && s?.get?.();", 1],
  ["const s: any = { x: 2, get() { return this.x; } }; return !s.get() ? 0 : (s.none?.() ?? s.get());", 2],
  [
    "function* f(): any { const got = yield 1; if (got) return [...(yield* [2, 3], [got])]; } const g = f(); g.next(); g.next(4); g.next(); return g.next().value;",
    [4],
  ],
  [
    "outer: for (const a of [1, 2]) { while (true) { if (a === 2) break outer; continue outer; } } return 7;",
    7,
  ],
  [
    "const f = (a = 1, { b = a || 2 } = {}, ...r: any[]) => [a, b, r.length]; return [f(), f.length];",
    [[1, 1, 0], 0],
  ],
  ["class A { static n = [1].length ? 1 : 2; static { A.n += !A.n ? 1 : 2; } } return A.n;", 3],
  [
    "class A { constructor(...a: any[]) { (this as any).n = arguments.length; } } return [new A(), new A(1), new A(...[1, 2]), new A(1, ...[])].map((a: any) => a.n);",
    [0, 1, 2, 1],
  ],
  [
    "let n = 0; const pick = () => (n++, class { x; constructor(a: any) { this.x = a; } }); return [new (pick())((1, 2)).x, n];",
    [2, 1],
  ],
  ["class A { t; constructor() { this.t = new.target === A; } } return new A().t;", true],
  [
    "class A extends Map<string, number> {} return [new A([['a', 1]]).get('a'), new Date(0).getTime(), new (class B { b = 1; })().b];",
    [1, 0, 1],
  ],
  ["let x: any = 0; const r = (x ||= 2, x &&= 3, x ? x : 0); return r;", 3],
  ["for await (const x of [Promise.resolve(3)]) return x;", 3],
  ["do { if ((await Promise.resolve(1)) >= 1) return 'done'; } while (false);", "done"],
  ["const strict: any = new Proxy({}, { get() { throw new Error('no'); } }); return strict ? 1 : 2;", 1],
  ["return ((a: any, b: any) => (a === b) === (b === a))(NaN, NaN);", true],
  [
    "const t = (s: any, ...v: any[]) => s.raw.join('-') + v; return t`a${1 && 2}b` ? t`c${!0}` : 0;",
    "c-true",
  ],
  ["switch (3 as number) { case 1 + 2: return 'sum'; default: return 0; }", "sum"],
  ["try { if (given.x) return 1; } catch (e) { return e instanceof TypeError; }", true],
];

const library = `import { output } from "@coconut/coconut";
export class Part { constructor(o) { this.o = o; }
  go() { return this.o ? 1 : 2; } }
export const given = (o) => o?.a ?? null;
`;

const off = "// @coconut-conditions off\nexport const truth = (o: any) => (o ? 'always' : 'never');\n";

const plain = "export const truth = (o) => (o ? 'always' : 'never');\n";

const main = `${judge}import { output } from "@coconut/coconut";
import { Part, given } from "@acme/parts";
import { truth as plain } from "plain";
import { truth as off } from "./off.js";
import { snippets as rejected } from "./rejected.js";
import { snippets as accepted } from "./accepted.js";
console.log(JSON.stringify({
  rejected: await all(rejected), accepted: await all(accepted),
  component: await outcome((o: any) => new Part(o).go()),
  others: [off(output(1)), plain(output(1)), typeof given(output({ a: 1 }))],
}));
`;

describe("an Output where its value must be known", () => {
  const built = new BuiltPackage();
  const wrong = snippetFile(rejected.map(([, snippet]) => snippet));
  const right = snippetFile(accepted.map(([snippet]) => snippet));
  const project = built.project({
    "main.ts": main,
    "off.ts": off,
    "rejected.ts": wrong.text,
    "accepted.ts": right.text,
    "node_modules/@acme/parts/package.json": `{ "name": "@acme/parts", "type": "module", "exports": "./lib/parts.js", "coconut": {} }`,
    "node_modules/@acme/parts/lib/parts.js": library,
    "node_modules/plain/package.json": `{ "name": "plain", "type": "module", "exports": "./plain.js" }`,
    "node_modules/plain/plain.js": plain,
  });
  let results: {
    readonly rejected: readonly Outcome[];
    readonly accepted: readonly Outcome[];
    readonly component: Outcome;
    readonly others: readonly unknown[];
  };
  beforeAll(async () => {
    results = await printed(project);
  });
  afterAll(() => built.remove());

  test.each(rejected.map(([construct, snippet], index) => [snippet, construct, index] as const))(
    "is refused: %s",
    (_, construct, index) => {
      const { code, detail, position } = results.rejected[index]!;
      expect({ code, position }).toEqual({
        code: "sdk/output-in-condition",
        position: `${project.path("rejected.ts")}:${wrong.places[index]}`,
      });
      expect(detail).toContain(construct);
    },
  );

  test.each(accepted.map(([snippet, value], index) => [snippet, value, index] as const))(
    "is let through: %s",
    (_, value, index) => {
      expect(results.accepted[index]).toEqual(value === undefined ? {} : { value });
    },
  );

  test("is refused inside a package of components", () => {
    const file = project.path("node_modules/@acme/parts/lib/parts.js");
    expect(results.component).toMatchObject({ code: "sdk/output-in-condition", position: `${file}:3:17` });
  });

  test("is not seen in a module that opted out, nor in other packages", () => {
    expect(results.others).toEqual(["always", "always", "object"]);
  });
});
