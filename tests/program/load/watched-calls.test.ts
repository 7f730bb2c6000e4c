import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BuiltPackage } from "../../support/built-package.js";
import { judge, printed, snippetFile, type Outcome } from "./snippets.js";

const head = `import { existsSync, promises as files } from "node:fs";
import fs from "node:fs";
import * as path from "path";
import { isDeepStrictEqual, inspect, format } from "node:util";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { AsyncLocalStorage } from "node:async_hooks";
import { output, all, interpolate, isOutput } from "@coconut/coconut";
import { Id } from "@coconut/coconut/random";
const thing = new Id("thing");
const other = new Id("other");
class Own { seen: any[] = []; filter(f: any) { return [f(1)]; } get(key: any) { return key; } has(key: any) { return key != null; }
  includes(...all: any[]) { return all.length; } find(c: any) { return c; } }
`;

/** What is said of it, and where « is. */
const refused: readonly [says: string, snippet: string][] = [
  ["Boolean(…)", "return Boolean(«o);"],
  ["Boolean(…)", "return new Boolean(«o.name).valueOf();"],
  ["Boolean(…)", "return globalThis.Boolean(«o);"],
  ["Boolean(…)", "return Boolean(given ?? «o);"],
  ["filter(…)", "return [o].filter(«Boolean);"],
  ["filter(…)", "return [o, 1].filter(«(x: any) => x);"],
  ["filter(…)", "return [1].filter(«function () { return o.ready; });"],
  ["filter(…)", "const truthy = (x: any) => x; return [o].filter(«truthy);"],
  ["filter(…)", "return [[o]].flat()['filter'](«Boolean);"],
  ["filter(…)", "return [1].map((x) => [x, o]).filter(«([, y]) => y).length;"],
  ["filter(…)", "return [1]\n  // not o.k.\n  .filter(«() => o);"],
  ["filter(…)", "const a: any = { list: [o] }; return a?.list?.filter(«Boolean);"],
  ["some(…)", "return [1].some(«(y) => o);"],
  ["some(…)", "return [o].some(«(y) => y);"],
  ["every(…)", "return [o].every(«Boolean);"],
  ["every(…)", "return [o].every(«Number.isInteger);"],
  ["find(…)", "return [o].find(«(x) => x.ready);"],
  ["findIndex(…)", "return [1].findIndex(«() => o);"],
  ["findLast(…)", "return [o].findLast(«Boolean);"],
  ["findLastIndex(…)", "return [1].findLastIndex(«() => o);"],
  ["map(…)", "return [o].map(«Boolean);"],
  ["flatMap(…)", "return [o].flatMap(«Boolean);"],
  ["Array.from(…)", "return Array.from([o], «Boolean);"],
  ["===", "return ['a'].find((x: any) => x === «o);"],
  ["includes(…)", "return ['a', 'b'].includes(«o.name);"],
  ["includes(…)", "return ['a', 'b']?.includes(«o.name);"],
  ["includes(…)", "if (!['a'].includes(«o)) return 1;"],
  ["includes(…)", "return [o, 'b'].includes(«'a');"],
  ["indexOf(…)", "return [1, 2].indexOf(«o) === -1;"],
  ["indexOf(…)", "return [o].indexOf(«2);"],
  ["lastIndexOf(…)", "return [1, 2].lastIndexOf(«o);"],
  ["Object.is(…)", "return Object.is(«o, 1);"],
  ["Object.is(…)", "return Object.is('a', «o.name);"],
  ["has(…)", "return new Set(['a']).has(«o);"],
  ["has(…)", "return new Map([['a', 1]]).has(«o);"],
  ["get(…)", "return new Map([['a', 1]]).get(«o);"],
  ["get(…)", "const table = new Map([[1, 2]]); return (table as any).get?.(«o) ?? 3;"],
  ["delete(…)", "return new Set(['a']).delete(«o);"],
  ["Number.isInteger(…)", "return Number.isInteger(«o);"],
  ["Number.isSafeInteger(…)", "return Number.isSafeInteger(«o.size);"],
  ["Number.isFinite(…)", "return Number.isFinite(«o);"],
  ["Number.isNaN(…)", "return Number.isNaN(«o);"],
  ["new Array(…)", "return new Array(«o);"],
  ["new Array(…)", "return Array(«o).fill(0);"],
  ["Array.from(…)", "return Array.from(«{ length: o }, (_, n) => n);"],
  ["console.assert(…)", "console.assert(«o, 'ready');"],
  ["existsSync of node:fs", "return existsSync(«o.path);"],
  ["existsSync of node:fs", "return fs.existsSync(«o);"],
  ["readFile of node:fs", "return files.readFile(«o);"],
  ["readFile of node:fs", "return fs.promises.readFile(«o);"],
  ["join of node:path", "return path.join('a', «o);"],
  ["join of node:path", "return path.posix.join(...«['a', o]);"],
  ["basename of node:path", "const { basename } = path; return basename(«o);"],
  ["isDeepStrictEqual of node:util", "return isDeepStrictEqual(«o, 1);"],
  ["assert of node:assert/strict", "assert(«o);"],
  ["equal of node:assert/strict", "assert.equal(1, «o);"],
  ["execFileSync of node:child_process", "return execFileSync('echo', «['a', o]);"],
  ["hostname of node:os", "const os: any = await import('node:os'); return os.hostname(«o);"],
];

/** A value where its value must be known as text, number, key or list: refused by the Output itself. */
const coerced: readonly string[] = [
  "return `a ${o}`;",
  "return 'a' + o;",
  "return o + 1;",
  "return +o;",
  "return o * 2;",
  "return String(o);",
  "return Number(o);",
  "return parseInt(o);",
  "return isNaN(o);",
  "return Math.max(o, 1);",
  "return ({ a: 1 } as any)[o];",
  "return o in { a: 1 };",
  "return 'a' in o;",
  "return Object.hasOwn({ a: 1 }, o);",
  "return 'abc'.includes(o);",
  "return 'abc'.startsWith(o);",
  "return /a/.test(o);",
  "return [1, 2].at(o);",
  "return [1, 2].slice(0, o);",
  "return [o, o].join();",
  "return [o, 1].sort();",
  "return [2, 1].sort(() => o);",
  "return JSON.stringify({ o });",
  "return JSON.parse(o);",
  "return new Date(o);",
  "return new Set(o);",
  "return Object.keys(o);",
  "return Object.entries(o);",
  "return Object.assign({}, o);",
  "const [first] = list; return first;",
  "for (const key in o) return key;",
  "return Array.from(list);",
  "return Math.max(...[o]);",
  "return Buffer.from(o);",
  "return encodeURIComponent(o);",
];

/** What ends as a bare TypeError in JavaScript. */
const called: readonly [called: string, snippet: string][] = [
  ["list.map", "return «list.map((x: any) => x);"],
  ["list.filter", "return «list.filter(Boolean);"],
  ["list.includes", "return «list?.includes(1);"],
  ["o.tags.find", "return «o.tags.find(() => true);"],
];

const legitimate: readonly [snippet: string, value: unknown][] = [
  // Collections of Outputs and resources, by which one it is.
  ["const seen = new Set<any>(); if (!seen.has(o)) seen.add(o); return seen.has(o);", true],
  ["const names = new Map<any, string>(); names.set(o, 'a'); return names.get(o);", "a"],
  ["const names = new Map<any, string>([[o.a, 'a']]); return names.get(o) ?? 'none';", "none"],
  ["const weak = new WeakMap<any, number>(); weak.set(o, 1); return weak.get(o);", 1],
  ["const weak = new WeakSet<any>([o]); return weak.has(o);", true],
  ["const done: any[] = []; if (!done.includes(o)) done.push(o); return done.length;", 1],
  ["return [o, list].includes(o);", true],
  ["return [o, list].indexOf(list);", 1],
  ["return [thing, other].includes(thing);", true],
  ["return [thing, other].indexOf(other);", 1],
  ["return new Set<any>([thing]).has(thing);", true],
  ["return new Map<any, any>([[thing, 'a']]).get(thing);", "a"],
  ["return [thing, other].find((x) => x === other) === other;", true],
  ["return [undefined, o].includes(undefined);", true],
  ["return [null, o].indexOf(null);", 0],
  ["return ['a', o].includes('a');", true],
  ["return [o].includes(thing as any);", false],
  ["return new Set<any>([o]).has('a');", false],
  ["const memo: any = {}; memo['a'] ??= o; return memo.a != null;", true],
  // Whether something was given at all.
  ["return [o, given].filter((x) => x !== undefined).length;", 1],
  ["return [o, given, null].filter((x) => x != null).length;", 1],
  ["return [o, 'a', 1].filter((x) => typeof x === 'string');", ["a"]],
  ["return [o, thing].filter((x) => x instanceof Id).length;", 1],
  ["return [o, 1].some((x) => isOutput(x));", true],
  ["return [o].every((x) => typeof x === 'object');", true],
  ["return [o].find((x) => x?.name !== undefined) != null;", true],
  ["return Object.is(o, undefined);", false],
  ["return Object.is(null, o);", false],
  ["return Array.isArray(o);", false],
  ["return Array.isArray(list) ? 1 : 2;", 2],
  ["return o instanceof Promise;", false],
  ["const { size = 5 } = o; return size != null;", true],
  // Handing Outputs on.
  ["return [o, o].map((x) => x.name).length;", 2],
  ["return [o].flatMap((x) => [x, x]).length;", 2],
  ["return Array.of(o).length;", 1],
  ["return new Array(o, o).length;", 2],
  ["return Array.from([o, list], (x) => x).length;", 2],
  ["return Array.from({ length: 2 }, () => o).length;", 2],
  ["return new Array(3).fill(o).length;", 3],
  ["return [o].concat(list, [list]).length;", 3],
  ["return [[o]].flat().length;", 1],
  ["return [o, list].reverse().length;", 2],
  ["return [o].reduce((sum, x) => sum + 1, 0);", 1],
  ["return [...[o], list].length;", 2],
  ["return Object.entries({ a: o }).map(([key, x]) => [key, x != null]);", [["a", true]]],
  ["return Object.values({ a: o, b: 1 }).length;", 2],
  ["return Object.fromEntries([['a', o]]).a != null;", true],
  ["return { ...{ a: o } }.a != null;", true],
  ["return Object.assign({}, { a: o }).a != null;", true],
  ["return !Object.groupBy || Object.keys(Object.groupBy([o], () => 'k')).length === 1;", true],
  ["return (await Promise.all([Promise.resolve(o), 1])).length;", 2],
  ["return (await Promise.allSettled([o])).length;", 1],
  ["return interpolate`a ${o.name}` != null;", true],
  ["return all([o, list]) != null;", true],
  ["return output([o, 'a']) != null;", true],
  [
    "const emitter = new EventEmitter(); let got: any; emitter.on('a', (x) => (got = x)); emitter.emit('a', o); return got != null;",
    true,
  ],
  [
    "const storage = new AsyncLocalStorage<any>(); return storage.run(o, () => storage.getStore() != null);",
    true,
  ],
  ["return (await sleep(1, o)) != null;", true],
  ["return inspect(o).startsWith('Output(') && format('%s', 'a');", "a"],
  ["const box = { o, get() { return this.o; } }; return box.get() != null;", true],
  ["class Box<T> { constructor(readonly value: T) {} } return new Box(o).value != null;", true],
  ["function* both() { yield o; yield list; } return [...both()].length;", 2],
  ["const queue = [o]; while (queue.length > 0) queue.pop(); return queue.length;", 0],
  ["return [o].length ? 1 : 2;", 1],
  ["return Boolean([o].length);", true],
  ["return Boolean(o !== undefined);", true],
  ["return [1, 0, 2].filter(Boolean);", [1, 2]],
  ["return ['a', '', 'b'].map(Boolean);", [true, false, true]],
  ["return Number.isInteger(3) && [1, 2].every(Number.isInteger);", true],
  ["return ['a', 'b'].includes('b') && ['a'].indexOf('c');", -1],
  ["return existsSync('/nowhere/at/all') || path.join('a', 'b');", "a/b"],
  // Methods and functions that only have the name of one that is watched.
  ["return new Own().filter(() => o)[0] != null;", true],
  ["return new Own().get(o) != null;", true],
  ["return new Own().has(o);", true],
  ["return new Own().includes(o, ...[1, 2]);", 3],
  ["return new Own().find(Own) === Own;", true],
  ["const Boolean = (x: any) => x; return Boolean(o) != null;", true],
  ["const existsSync = (x: any) => x != null; return existsSync(o);", true],
  ["return ((path: any) => path.join(o))({ join: (x: any) => x != null });", true],
  ["const Number = { isInteger: (x: any) => x != null }; return Number.isInteger(o);", true],
  // Chains, and methods that are not there, are as they were.
  ["return given?.filter(Boolean).length ?? 'none';", "none"],
  ["return given?.list?.includes(1) ?? 'none';", "none"],
  ["const a: any = { b: [1, 2] }; return a?.b.filter((x: number) => x > 1);", [2]],
  ["const a: any = {}; return a.filter?.(Boolean) ?? 'none';", "none"],
  [
    "try { return ({} as any).filter(Boolean); } catch (e: any) { return e.message; }",
    "(intermediate value).filter is not a function",
  ],
  [
    "const a: any = {}; try { return a.filter(Boolean); } catch (e: any) { return e.message; }",
    "a.filter is not a function",
  ],
  [
    "try { return given.filter(Boolean); } catch (e: any) { return e.message; }",
    "Cannot read properties of undefined (reading 'filter')",
  ],
  ["return ([1, 2], [3]).includes(3);", true],
  ["return (await Promise.resolve([1])).map((x) => x + 1).filter((x) => x > 1);", [2]],
  [
    "class A extends Array<number> { override includes(x: number) { return super.includes(x + 1); } } return A.of(2).includes(1);",
    true,
  ],
  ["return [3].filter(function (this: any, x) { return x === this.x; }, { x: 3 });", [3]],
  ["return [1, 2, 3].indexOf(1, 1);", -1],
  ["return 'abc'.includes('b') && 'abc'.indexOf('c');", 2],
  ["return new Uint8Array([1, 2]).includes(2);", true],
  ["return new Headers({ a: '1' }).get('a');", "1"],
  ["return [...new Map([['a', o]]).values()].map((x) => x != null);", [true]],
];

const main = `${judge}import { snippets as refused } from "./refused.js";
import { snippets as coerced } from "./coerced.js";
import { snippets as called } from "./called.js";
import { snippets as legitimate } from "./legitimate.js";
console.log(JSON.stringify({ refused: await all(refused), coerced: await all(coerced), called: await all(called), legitimate: await all(legitimate) }));
`;

describe("an Output that is handed to what decides", () => {
  const built = new BuiltPackage();
  const texts = {
    refused: snippetFile(
      refused.map(([, snippet]) => snippet),
      head.replaceAll('"thing"', '"thing 1"').replaceAll('"other"', '"other 1"'),
    ),
    coerced: snippetFile(coerced),
    called: snippetFile(called.map(([, snippet]) => snippet)),
    legitimate: snippetFile(
      legitimate.map(([snippet]) => snippet),
      head,
    ),
  };
  const project = built.project({
    "main.ts": main,
    ...Object.fromEntries(Object.entries(texts).map(([name, { text }]) => [`${name}.ts`, text])),
  });
  let results: Readonly<Record<keyof typeof texts, readonly Outcome[]>>;
  beforeAll(async () => {
    results = await printed(project);
  });
  afterAll(() => built.remove());

  test.each(refused.map(([says, snippet], index) => [snippet, says, index] as const))(
    "is refused: %s",
    (_, says, index) => {
      const { code, detail, position } = results.refused[index]!;
      expect({ code, position }).toEqual({
        code: "sdk/output-in-condition",
        position: `${project.path("refused.ts")}:${texts.refused.places[index]}`,
      });
      expect(detail).toContain(says);
    },
  );

  test.each(coerced.map((snippet, index) => [snippet, index] as const))("is refused: %s", (_, index) => {
    const { code, position } = results.coerced[index]!;
    expect(code).toMatch(/^sdk\/output-/);
    expect(position).toContain(
      `${project.path("coerced.ts")}:${texts.coerced.places[index]!.split(":")[0]}:`,
    );
  });

  test.each(called.map(([text, snippet], index) => [snippet, text, index] as const))(
    "is explained where a method of its value is called: %s",
    (_, text, index) => {
      expect(results.called[index]).toMatchObject({
        code: "sdk/output-method",
        position: `${project.path("called.ts")}:${texts.called.places[index]}`,
        detail: expect.stringContaining(`${text}(…) was called`),
        hint: expect.stringContaining(".apply((items) => items."),
      });
    },
  );

  test.each(legitimate.map(([snippet, value], index) => [snippet, value, index] as const))(
    "is let through: %s",
    (_, value, index) => {
      expect(results.legitimate[index]).toEqual(value === undefined ? {} : { value });
    },
  );
});
