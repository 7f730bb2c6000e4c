import { expect, test } from "vitest";
import { shapesOn } from "../../scripts/structure/shapes.js";

test("shapes are the data in signatures on the path that says which resource is meant", () => {
  const tree = new Map(
    Object.entries({
      "src/model/index.ts": `export * from "./row.js"; export type { Step as Deed } from "./step.js";`,
      "src/model/row.ts": `export interface Row { readonly rid: string } export interface Options { readonly a: string }`,
      "src/model/step.ts": `export interface Step { readonly urn: string }`,
      "src/plan/step.ts": `export interface Step { readonly text: string }`,
      "src/apply/perform.ts": `
        import type { Deed, Options, Row } from "../model/index.js";
        import type { Step } from "../plan/step.js";
        interface Task extends Deed { readonly key: string }
        interface Report { readonly step: Deed }
        interface Page { readonly reports: Report[] }
        interface Ports { readonly row: Row; now(): number; read(): Row }
        type Known = Pick<Row, "rid">;
        type Either = Row | Options;
        export function perform(task: Task, step: Step, ports: Ports): Report {}
        export const known = (known: Known, either: Either, page: Page, options: Options) => {};
        export class Steps { #take(row: Row): void {} get last(): Deed {} }
        function elsewhere(unseen: Unseen) {}
        interface Unseen { readonly urn: string }`,
    }),
  );
  const path = { "src/apply/perform.ts": ["perform", "known", "", "#take", "get last"] };
  expect(shapesOn(path, tree)).toEqual([
    "src/apply/perform.ts#Known",
    "src/apply/perform.ts#Report",
    "src/apply/perform.ts#Task",
    "src/model/row.ts#Row",
    "src/model/step.ts#Step",
  ]);
});
