import type { CallbackMemory, RecordedProgram } from "../program/index.js";
import type { PackageHost } from "../provider/contract/index.js";
import type { RunRow } from "../store/index.js";
import { evaluationPorts } from "./facts/evaluation-ports.js";
import type { MovesPort } from "./planning/naming/index.js";
import { PlainInvokes } from "./outside/index.js";
import { Replay, tapedHost, type Recording } from "./plan-file/index.js";
import { Planning } from "./session.js";
import { componentConstructors } from "./providers/component-constructors.js";
import { guardedHost } from "./providers/index.js";
import type { StackPorts } from "./stack-ports.js";

/** One evaluation of the program, and what asked providers for it while it ran. */
export interface EvaluatedProgram {
  readonly recorded: RecordedProgram;
  readonly host: PackageHost;
  readonly invokes: PlainInvokes;
}

/**
 * Evaluates the program once. Comes before a run begins: the program may take as long as it likes, and whoever ends the
 * process meanwhile leaves no lock and no run behind.
 */
export async function evaluateProgram(
  ports: StackPorts,
  memory: CallbackMemory,
  tape?: Recording | Replay,
): Promise<EvaluatedProgram> {
  const host: StackPorts["host"] = (program) => {
    const found = guardedHost(ports.host(program), ports);
    return tape === undefined ? found : tapedHost(found, tape);
  };
  const invokes = new PlainInvokes({ host, evaluation: evaluationPorts({ ...ports, memory }) });
  const recorded = await ports.record({
    ...ports.settings,
    invoke: invokes.answer,
    constructorOf: componentConstructors(host),
  });
  return { recorded, host: host(recorded), invokes };
}

export interface PlanningOf {
  readonly memory: CallbackMemory;
  readonly moves: MovesPort;
  readonly history: () => Promise<readonly RunRow[]>;
  readonly tape?: Recording | Replay | undefined;
}

/** What plans of an evaluated program share. Renames are read now: a run reads them under its lock. */
export async function planningOf(
  { recorded, host, invokes }: EvaluatedProgram,
  ports: StackPorts,
  { memory, moves, history, tape }: PlanningOf,
): Promise<Planning> {
  return new Planning(
    {
      ...ports,
      host,
      history,
      configured: invokes.pool,
      onAsked: tape && ((registration, asked) => tape.asked(registration, asked)),
      asPlanned: tape instanceof Replay ? tape.asPlanned : undefined,
      moves: await moves.read(),
      memory,
    },
    recorded,
  );
}
