import type { Random } from "../random.js";

/** What can go wrong where the engine waits for the world. */
export const faultKinds = [
  /** The process is killed before what it asks for is carried out. */
  "crash",
  /** It is carried out, and the process killed before it hears of it. */
  "crash-after-effect",
  /** The process is killed, and what it had asked for is carried out later: within the time that types say. */
  "crash-before-late-effect",
  /** No answer ever comes, and nothing is carried out. */
  "hang",
  /** The answer takes minutes. */
  "slow",
  /** The cloud says not now: nothing was carried out, and that is certain. */
  "refused",
  /** Nothing is carried out, and nobody knows. */
  "request-lost",
  /** It is carried out, and nobody knows. */
  "answer-lost",
  /** It is carried out, and the answer makes no sense. */
  "malformed-answer",
  /** The request arrives twice. */
  "delivered-twice",
  /** The store cannot be reached, or the file of renames. */
  "store-cut",
  /** It takes what it is given, and the answer is lost. */
  "store-cut-in-commit",
  /** Nothing more can be written until the command ends. */
  "disk-full",
  /** The clock on the wall is set a year forward or back. */
  "clock-jump",
  /** The process stands still; another takes it for dead, takes over and works; then the first goes on. */
  "taken-over",
  /** Someone presses Ctrl-C. */
  "cancel",
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** Happens at the first wait with this number or a later one that it can happen at. */
export interface Fault {
  readonly at: number;
  readonly kind: FaultKind;
}

/** Where the engine waits for the world. */
export interface Wait {
  readonly for: "cloud" | "store" | "moves";
  readonly isWrite: boolean;
  /** For people: `create bucket o1`, `append intent`. */
  readonly what: string;
  /** Whether the world notices that it is asked for the same thing again. */
  readonly isRepeatable: boolean;
  /** Whether it makes something in the cloud that can be found by its key. */
  readonly isFound?: boolean;
}

export function canHappen(kind: FaultKind, wait: Wait): boolean {
  switch (kind) {
    case "crash":
    case "crash-after-effect":
    case "slow":
    case "clock-jump":
    case "taken-over":
    case "cancel":
      return true;
    case "hang":
    case "refused":
    case "request-lost":
    case "answer-lost":
    case "malformed-answer":
      return wait.for === "cloud";
    case "crash-before-late-effect":
      return wait.for === "cloud" && wait.isWrite;
    case "delivered-twice":
      return wait.for === "cloud" && wait.isWrite && wait.isRepeatable;
    case "store-cut":
      return wait.for !== "cloud";
    case "store-cut-in-commit":
    case "disk-full":
      return wait.for !== "cloud" && wait.isWrite;
  }
}

/** Deals faults out, each once, to the waits that they happen at. */
export class FaultPlan {
  readonly #due: Fault[];
  #isOver = false;
  #waits = 0;
  /** What was waited for as long as something could go wrong. */
  readonly seen: Wait[] = [];
  readonly #happened = new Map<FaultKind, number>();
  /** What took effect after its caller had died, which can disturb whoever comes next. */
  #arrivals = 0;

  constructor(faults: readonly Fault[]) {
    this.#due = [...faults];
  }

  /** How many waits there were. */
  get waits(): number {
    return this.#waits;
  }

  next(wait: Wait): FaultKind | undefined {
    this.#waits++;
    if (this.#isOver) return undefined;
    this.seen.push(wait);
    const found = this.#due.findIndex(({ at, kind }) => at <= this.#waits && canHappen(kind, wait));
    if (found === -1) return undefined;
    const [{ kind }] = this.#due.splice(found, 1) as [Fault];
    this.#happened.set(kind, this.happened(kind) + 1);
    return kind;
  }

  /** How often something went wrong, or anything did. */
  happened(kind?: FaultKind): number {
    if (kind !== undefined) return this.#happened.get(kind) ?? 0;
    return faultKinds.reduce((sum, each) => sum + this.happened(each), this.#arrivals);
  }

  /** Something takes effect whose caller is dead. */
  arrive(): void {
    this.#arrivals++;
  }

  /** From now on nothing goes wrong. */
  clear(): void {
    this.#isOver = true;
  }
}

export function drawFaults(random: Random, within: number): readonly Fault[] {
  if (random.chance(10)) return [];
  return random.list(1, 5, () => ({ at: 1 + random.below(within), kind: random.pick(drawnKinds) }));
}

/** What arrives late disturbs few stories: it has to be about a create that is then looked for. */
const drawnKinds: readonly FaultKind[] = [
  ...faultKinds,
  "crash-before-late-effect",
  "crash-before-late-effect",
];
