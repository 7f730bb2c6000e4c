import { compileFunction } from "node:vm";
import { describe, expect, test } from "vitest";
import { declaredField } from "./declared-field.js";

/** The object of a class with this text, without running its constructor. */
function objectOf(text: string, base: object = Object): object {
  const target = compileFunction(`return ${text};`, ["Base", "mixin"])(base, () => base) as Function;
  return Object.create(target.prototype as object) as object;
}

describe("a field is", () => {
  test.each<[text: string, name: string, found: string | undefined]>([
    ["class { a; }", "a", "bare"],
    ["class { a }", "a", "bare"],
    ["class { a\n b\n c }", "b", "bare"],
    ["class{a;b=void 0;c}", "a", "bare"],
    ["class{a;b=void 0;c}", "b", "initialised"],
    ["class{a;b=void 0;c}", "c", "bare"],
    ["class { a = undefined }", "a", "initialised"],
    ["class { a = undefined\n b\n }", "b", "bare"],
    ["class { a /* = 1 */; }", "a", "bare"],
    ["class { a // = 1\n = 2; }", "a", "initialised"],
    ["class { $a = 1; a; }", "$a", "initialised"],
    ["class { größe = 1 }", "größe", "initialised"],
    ["class { static a = 1; }", "a", undefined],
    ["class { #a = 1; }", "a", undefined],
    ["class { a() {} get b() { return 1 } }", "a", undefined],
    ["class { aa = 1; }", "a", undefined],
    ["class { b = () => { let a; a = 1; }; a; }", "a", "bare"],
    ["class { b = [1, { a: 2 }]; a; }", "a", "bare"],
    ["class { b = '; a = 1;'; a; }", "a", "bare"],
    ["class { b = `; a = ${ `${1} }` } ; a = 2`; a; }", "a", "bare"],
    ["class { b = `\\`${ { a: 1 }.a }`; a = 3; }", "a", "initialised"],
    ["class { b = /[/{]}; a = \\/{/g; a; }", "a", "bare"],
    ["class { b() { return /{/; } a = 1; }", "a", "initialised"],
    ["class { b = 4 / 2; c = 6 / 3; a = 1; }", "a", "initialised"],
    ["class extends mixin({ a: 1 }, class { a = 1; }) { a; }", "a", "bare"],
    ["class extends Base { constructor() { super(); this.a = 1; } }", "a", "assigned"],
    ["class extends Base { constructor() { super(); if (this.a == 1) this.b(); } }", "a", undefined],
    ['class extends Base { constructor() { super(); __publicField(this, "a"); } }', "a", "bare"],
    ['class extends Base { constructor() { super(); __publicField(this, "a", b()); } }', "a", "initialised"],
    ["function () {}", "a", undefined],
  ])("%s: %s", (text, name, found) => {
    expect(declaredField(objectOf(text), name)).toBe(found);
  });

  test("that of the most derived class that declares it", () => {
    class Bare {
      a!: string;
    }
    const bare = objectOf("class { a; b = 1; }").constructor;
    const again = objectOf("class extends Base { a = undefined; b; }", bare);
    expect([declaredField(again, "a"), declaredField(again, "b")]).toEqual(["initialised", "bare"]);
    const method = objectOf("class extends Base { forget() { this.a = undefined; } }", bare);
    expect(declaredField(method, "a")).toBe("bare");
    expect(declaredField(new Bare(), "nothing")).toBeUndefined();
  });
});
