import { afterAll, expect, test } from "vitest";
import { CocoProjects, imports } from "./coco-projects.js";

const projects = new CocoProjects();
afterAll(() => projects.remove());

const program = `${imports}
class Crate extends coconut.CustomResource {
  readonly weight!: coconut.Output<number>;
  note: string | undefined = undefined;
  hint: string | undefined;
  constructor(name: string, args: { label: string }, hint?: string) {
    super("shelf:index:Box", name, args);
    this.hint = hint;
  }
}
const crate = new Crate("crate", { label: "one" });
new Box("other", { label: "other" });
export const fields = [crate.note === undefined, crate.hint === undefined];
export const weight = crate.weight;
`;

test.each([
  ["as TypeScript does today", "{}"],
  ["with assignments", `{ "compilerOptions": { "useDefineForClassFields": false } }`],
  ["for an old target", `{ "compilerOptions": { "target": "ES2021" } }`],
])(
  "a field of a resource that is initialised with undefined stays undefined, compiled %s",
  async (_, tsconfig) => {
    const shop = projects.project(program, { "tsconfig.json": tsconfig });
    const applied = await shop.coco("apply", "--yes");
    expect(applied).toMatchObject({ status: 0, errors: "" });
    expect(applied.output).toContain("fields: [true, true]\n  weight: 10\n");
  },
);
