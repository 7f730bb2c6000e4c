import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";

/** An expression of a program, and what the compiler writes down as its type: what an editor shows. */
const hovers: [expression: string, shown: string][] = [
  ["bucket.arn", "coconut.Output<string>"],
  ["bucket.tags", "coconut.Output<{ owner: string; team?: string; }>"],
  ["bucket.tags.owner", "coconut.Output<string>"],
  ["bucket.tags.team", "coconut.Output<string | undefined>"],
  ["bucket.list[0]", "coconut.Output<string> | undefined"],
  ["bucket.list.length", "coconut.Output<number>"],
  ["bucket.urn", "coconut.Output<string>"],
  ["bucket.arn.apply((arn) => arn.length)", "coconut.Output<number>"],
  [
    "bucket.arn.apply(async (arn) => ({ arn, deep: [bucket.id] }))",
    "coconut.Output<{ arn: string; deep: string[]; }>",
  ],
  ["coconut.output({ arn: bucket.arn, size: 1 })", "coconut.Output<{ arn: string; size: number; }>"],
  ["coconut.all([bucket.arn, bucket.size])", "coconut.Output<[string, number]>"],
  ["coconut.all({ arn: bucket.arn })", "coconut.Output<{ arn: string; }>"],
  ["coconut.interpolate`${bucket.arn}`", "coconut.Output<string>"],
  ["coconut.secret(bucket.tags)", "coconut.Output<{ owner: string; team?: string; }>"],
  ["null! as coconut.Input<string>", "coconut.Input<string>"],
  ["coconut.unwrap(bucket.tags)", "coconut.Output<{ owner: string; team?: string; }>"],
  ["Bucket.get('old', 'id')", "Bucket"],
  ["new coconut.Config().requireSecret('a')", "coconut.Output<string>"],
  ["coconut.invoke(stat, { path: 'a' })", "Promise<{ size: number; }>"],
  ["coconut.invokeOutput(stat, { path: bucket.arn })", "coconut.Output<{ size: number; }>"],
  ["coconut.call(bucket, 'share')", "coconut.Output<coconut.NamedResult>"],
];

const program = `import * as coconut from "@coconut/coconut";
export class Bucket extends coconut.CustomResource {
  readonly arn!: coconut.Output<string>;
  readonly size!: coconut.Output<number>;
  readonly list!: coconut.Output<string[]>;
  readonly tags!: coconut.Output<{ owner: string; team?: string }>;
  constructor(name: string, args: { region?: coconut.Input<string> }, options?: coconut.ResourceOptions) {
    super("aws:s3:Bucket", name, args, options);
  }
}
declare const bucket: Bucket;
declare const stat: coconut.ProviderFunction<{ path: coconut.Input<string> }, { size: number }>;
${hovers.map(([expression], index) => `export const hover${index} = ${expression};`).join("\n")}
`;

const root = fileURLToPath(new URL("../..", import.meta.url));

describe("what an editor shows of", () => {
  let shown = new Map<string, string>();
  let complaints: string[] = [];

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "coconut-hovers-"));
    try {
      await writeFile(join(folder, "probe.mts"), program);
      const compilerOptions = {
        noEmit: false,
        emitDeclarationOnly: true,
        typeRoots: [join(root, "node_modules/@types")],
        rootDir: "/",
        outDir: "out",
      };
      const config = {
        extends: join(root, "tsconfig.json"),
        compilerOptions,
        files: ["probe.mts"],
        include: [],
      };
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
      complaints = await complaintsAbout("probe.mts", folder);
      const text = await readFile(join(folder, "out", folder, "probe.d.mts"), "utf8");
      const declared = text.matchAll(/export declare const (hover\d+): ([^]*?);\n(?=export|declare|$)/g);
      shown = new Map([...declared].map(([, name, type]) => [name!, type!.replace(/\s+/g, " ")]));
    } finally {
      await rm(folder, { recursive: true });
    }
  }, 60_000);

  test("a program that compiles", () => {
    expect(complaints).toEqual([]);
  });

  test.each(hovers.map(([expression, type], index) => ({ expression, type, index })))(
    "$expression",
    ({ type, index }) => {
      expect(shown.get(`hover${index}`)).toBe(type);
    },
  );
});

/** What the compiler says of one file; others are checked elsewhere, and declarations are written all the same. */
async function complaintsAbout(file: string, folder: string): Promise<string[]> {
  const tsc = promisify(execFile)(join(root, "node_modules/.bin/tsc"), ["-p", folder, "--pretty", "false"]);
  const { stdout } = await tsc.catch((error: { stdout: string }) => error);
  return stdout.split("\n").filter((line) => line.includes(`${file}(`));
}
