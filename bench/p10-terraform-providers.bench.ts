import { buildProviders } from "../tests/terraform/providers/build-providers.js";
import type { BenchOptions, BenchRow } from "../scripts/bench-table.js";
import { canMeasureTrees, count, median, progress } from "./measure/index.js";
import { emptyFolder } from "./peers/created-by-peers.js";
import {
  coconutProject,
  terraformProject,
  type ProjectStep,
  type ProjectUse,
  type ProviderPrograms,
  type TerraformProject,
} from "./shape/terraform-project.js";

/** Measures Coconut and Terraform with the same programs of Terraform providers and the same objects, in turn. */
export default async function terraformProviders(options: BenchOptions): Promise<BenchRow[]> {
  const programs = canMeasureTrees ? programsOf() : "it is measured only on Linux";
  if (typeof programs === "string")
    return [{ ...target, work: "objects of Terraform providers", note: programs }];
  const size = Math.min(1000, options.largest);
  const ours = coconutProject(options, emptyFolder(options, "providers-coconut"), size, programs);
  const peer = options.peers.find(({ name }) => name === "terraform");
  const theirs =
    peer && (await terraformProject(emptyFolder(options, "providers-terraform"), size, programs));
  const uses = await usesOf({ ours, theirs }, size, options);
  const against = peer
    ? { against: `terraform ${peer.version}` }
    : { note: options.smoke ? "without terraform" : "terraform is not on the PATH" };
  return [
    ...phases.map((phase) => ({ ...target, ...timeRow(phase, size, uses[phase.name]), ...against })),
    ...phases.flatMap((phase) =>
      useRows(phase, size, uses[phase.name]).map((row) => ({ ...row, ...against })),
    ),
    ...(await startRows(options, programs)),
  ];
}

const target = { id: "P10", unit: "ms" } as const;

/** Returns the programs of the providers, or the reason why there are none. */
function programsOf(): ProviderPrograms | string {
  const { local, time } = buildProviders(process.cwd());
  if (local.kind === "failed") return local.reason;
  return time.kind === "failed" ? time.reason : { local: local.file, time: time.file };
}

interface Phase {
  readonly name: "first plan" | "create" | "no-op plan" | "one change" | "destroy";
  readonly step: ProjectStep;
  /** The speed-up that is the target. */
  readonly atLeast?: number;
  readonly changed?: string;
  /** How often it is measured in each round. */
  readonly times: number;
}

/** In the order in which they are run. */
const phases: readonly Phase[] = [
  { name: "first plan", step: "plan", times: 1 },
  { name: "create", step: "apply", times: 1, atLeast: 5 },
  { name: "no-op plan", step: "no-op plan", times: 3, atLeast: 5 },
  { name: "one change", step: "apply", times: 1, changed: "changed" },
  { name: "destroy", step: "destroy", times: 1, changed: "changed" },
];

interface Uses {
  readonly ours: ProjectUse[];
  readonly theirs: ProjectUse[];
}

async function usesOf(
  { ours, theirs }: { readonly ours: TerraformProject; readonly theirs: TerraformProject | undefined },
  size: number,
  { smoke }: BenchOptions,
): Promise<Record<Phase["name"], Uses>> {
  const uses = Object.fromEntries(
    phases.map(({ name }) => [name, { ours: [], theirs: [] }]),
  ) as unknown as Record<Phase["name"], Uses>;
  for (let round = 0; round < (smoke ? 1 : 2); round++)
    for (const { name, step, changed, times } of phases)
      for (let time = 0; time < (smoke ? 1 : times); time++) {
        progress(`${name} of ${count(size)}${theirs ? ", and terraform's" : ""}`);
        uses[name].ours.push(await ours.run(step, changed));
        if (theirs) uses[name].theirs.push(await theirs.run(step, changed));
      }
  return uses;
}

function timeRow({ name, atLeast }: Phase, size: number, uses: Uses) {
  return {
    work: `${name} of ${count(size)} with Terraform providers`,
    ...figures(uses, ({ milliseconds }) => milliseconds),
    ...(atLeast !== undefined && { bar: { atLeast, of: "speed-up" as const } }),
  };
}

function useRows({ name }: Phase, size: number, uses: Uses): readonly BenchRow[] {
  const row = (what: string, unit: string, of: (use: ProjectUse) => number): BenchRow => ({
    work: `${name} of ${count(size)}: ${what}`,
    unit,
    ...figures(uses, of),
  });
  return [
    row("processor time, with providers", "ms", ({ cpuMs }) => cpuMs),
    row("processor time of providers", "ms", ({ childrenCpuMs }) => childrenCpuMs),
    row("peak memory, with providers", "MiB", ({ peakBytes }) => peakBytes / 1024 ** 2),
    row("processes of providers started", "", ({ providers }) => providers),
  ];
}

function figures({ ours, theirs }: Uses, of: (use: ProjectUse) => number) {
  const [measured, floors] = [ours.map(of), theirs.map(of)];
  return {
    measured: median(measured),
    best: Math.min(...measured),
    ...(floors.length > 0 && { floor: median(floors), bestFloor: Math.min(...floors) }),
  };
}

/** Measures the start of two providers: a plan of one object each, and a program without any. */
async function startRows(options: BenchOptions, programs: ProviderPrograms): Promise<BenchRow[]> {
  const [two, none] = [2, 0].map((size) =>
    coconutProject(options, emptyFolder(options, `providers-${size}`), size, programs),
  ) as [TerraformProject, TerraformProject];
  for (const project of [two, none]) await project.run("apply");
  const uses: Uses = { ours: [], theirs: [] };
  for (let run = 0; run < (options.smoke ? 1 : 11); run++) {
    uses.ours.push(await two.run("no-op plan"));
    uses.theirs.push(await none.run("no-op plan"));
  }
  return [
    {
      work: "no-op plan of one object of each of two providers, against an empty program",
      unit: "ms",
      ...figures(uses, ({ milliseconds }) => milliseconds),
    },
  ];
}
