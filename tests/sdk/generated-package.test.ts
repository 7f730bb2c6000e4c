import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isOutput, type CustomResource } from "@coconut/coconut";
import { testProgram } from "@coconut/coconut/testing";
import { afterAll, expect, test } from "vitest";
import { generatePackage } from "../support/generated-package.js";
import { nameOf, parseSyntax, type SyntaxNode } from "../support/syntax.js";

type ResourceClass = new (name: string, args: object) => CustomResource & Record<string, unknown>;

const count = 3_000;
const bytesPerClass = 350;
const { javascript, declarations, classes } = generatePackage(count, "@coconut/coconut");
const folder = mkdtempSync(join(tmpdir(), "coconut-generated-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a class is a constructor and declared fields, in few bytes", () => {
  expect(classes).toHaveLength(count);
  expect(classes.filter((each) => Buffer.byteLength(each.javascript) > bytesPerClass)).toEqual([]);
});

test("no class has code of its own that initialises anything", () => {
  const [first, ...rest] = parseSyntax("package.js", javascript).program["body"] as SyntaxNode[];
  expect(first!.type).toBe("ImportDeclaration");
  expect(rest).toHaveLength(count);
  expect(rest.flatMap((statement) => initialisation(statement))).toEqual([]);
});

test.each([
  ["a call", "register(A);"],
  ["a computed base", "export class A extends make() {}"],
  ["a static field", 'export class A extends B { static fields = ["arn"]; }'],
  ["a static block", "export class A extends B { static { define(this); } }"],
  ["a computed key", "export class A extends B { [key]; }"],
  ["an initialised field", "export class A extends B { arn = output(); }"],
  ["a constructor that does more", "export class A extends B { constructor() { super(); this.arn = 1; } }"],
  ["a variable", "export const a = 1;"],
])("%s would be seen", (_, text) => {
  const statements = parseSyntax("class.js", text).program["body"] as SyntaxNode[];
  expect(statements.flatMap((statement) => initialisation(statement))).toHaveLength(1);
});

test("every class works: it is recorded, and its fields are Outputs", async () => {
  const file = join(folder, "package.js");
  writeFileSync(file, javascript);
  const exported = (await import(/* @vite-ignore */ file)) as Record<string, ResourceClass>;
  const program = await testProgram(() => {
    for (const { name, fields } of classes) {
      const resource = new exported[name]!(name.toLowerCase(), { size: 1 });
      expect([...fields, "id", "urn"].filter((field) => !isOutput(resource[field]))).toEqual([]);
    }
    return { arn: new exported["Bucket0"]!("another", {})["arn"] };
  });
  expect(program.registrations.map(({ type }) => type)).toEqual([
    ...classes.map(({ type }) => type),
    "cloud:compute:Bucket0",
  ]);
  const outputs = await program.applied({ another: { arn: "arn:another" } }).outputs();
  expect(outputs.value).toEqual({ arn: "arn:another" });
});

test("the declarations name every class", () => {
  const [, ...rest] = parseSyntax("package.d.ts", declarations).program["body"] as SyntaxNode[];
  const names = rest.map((statement) => nameOf((statement["declaration"] as SyntaxNode)["id"]));
  expect(names).toEqual(classes.map(({ name }) => name));
});

/** What runs for a class besides its definition over a base, its bare fields and its call of `super`. */
function initialisation(statement: SyntaxNode): SyntaxNode[] {
  const definition = statement["declaration"] as SyntaxNode | undefined | null;
  if (statement.type !== "ExportNamedDeclaration" || definition?.type !== "ClassDeclaration")
    return [statement];
  const base = definition["superClass"] as SyntaxNode;
  const members = (definition["body"] as SyntaxNode)["body"] as SyntaxNode[];
  return [
    ...(base.type === "Identifier" ? [] : [base]),
    ...members.filter((member) => !isBareField(member) && !isPlainConstructor(member)),
  ];
}

function isBareField(member: SyntaxNode): boolean {
  const { type, value, static: isStatic, computed } = member;
  return type === "PropertyDefinition" && value === null && isStatic === false && computed === false;
}

function isPlainConstructor(member: SyntaxNode): boolean {
  if (member["kind"] !== "constructor") return false;
  const statements = ((member["value"] as SyntaxNode)["body"] as SyntaxNode)["body"] as SyntaxNode[];
  const call = statements[0]?.["expression"] as SyntaxNode | undefined;
  return statements.length === 1 && (call?.["callee"] as SyntaxNode | undefined)?.type === "Super";
}
