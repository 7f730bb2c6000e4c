import { countedFaults, type Counted } from "./simulate.js";
import { faultKinds } from "./world/faults.js";

/** What came of many stories. */
export interface Tally extends Counted {
  readonly cases: number;
  /** How many were played twice. */
  readonly repeated: number;
  /** The reports of what does not hold. */
  readonly failures: readonly string[];
}

export function sum(tallies: readonly Tally[]): Tally {
  const total = (part: (tally: Tally) => number) =>
    tallies.reduce((before, tally) => before + part(tally), 0);
  return {
    cases: total(({ cases }) => cases),
    commands: total(({ commands }) => commands),
    waits: total(({ waits }) => waits),
    takeovers: total(({ takeovers }) => takeovers),
    kept: total(({ kept }) => kept),
    weaker: total(({ weaker }) => weaker),
    late: total(({ late }) => late),
    faults: countedFaults((kind) => total(({ faults }) => faults[kind])),
    repeated: total(({ repeated }) => repeated),
    failures: tallies.flatMap(({ failures }) => failures),
  };
}

export function faultsIn({ faults }: Pick<Tally, "faults">): number {
  return faultKinds.reduce((before, kind) => before + faults[kind], 0);
}

export interface Intended {
  /** How many were to be played. */
  readonly cases: number;
  /** Each with exactly one fault, or with any number. */
  readonly isOneFaultEach: boolean;
  /** Whether there were so many that every kind of fault must have happened. */
  readonly isLarge: boolean;
}

/** Why a run shows less than it says, whatever was found in it. */
export function shortcomings(tally: Tally, { cases, isOneFaultEach, isLarge }: Intended): readonly string[] {
  const never = faultKinds.filter((kind) => tally.faults[kind] === 0);
  const faults = faultsIn(tally);
  return [
    ...(tally.cases === cases ? [] : [`${tally.cases} were played of ${cases}.`]),
    ...(isOneFaultEach && faults !== tally.cases
      ? [`There were ${faults} faults in ${tally.cases} stories with one each.`]
      : []),
    ...(isLarge && never.length > 0 ? [`These never happened: ${never.join(", ")}.`] : []),
    ...(isLarge && tally.takeovers === 0 ? ["No process took over from another one that lived."] : []),
    ...(isLarge && tally.kept === 0 ? ["No object was kept because a resource had it."] : []),
    ...(isLarge && tally.weaker === 0 ? ["No replacement turned out to need less."] : []),
    ...(isLarge && tally.late === 0 ? ["No object was made after its caller had died."] : []),
  ];
}
