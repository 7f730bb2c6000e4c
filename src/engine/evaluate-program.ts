import type { CallbackMemory, RecordedProgram } from "../program/index.js";
import type { PackageHost } from "../provider/contract/index.js";
import { evaluationPorts } from "./facts/evaluation-ports.js";
import { Session } from "./session.js";
import type { StackPorts } from "./stack-ports.js";
import { componentConstructors } from "./outside/component-constructors.js";
import { PlainInvokes } from "./outside/plain-invokes.js";
import { Replay } from "./plan-file/replay.js";
import { tapedHost } from "./plan-file/taped-host.js";
import type { Recording } from "./plan-file/recording.js";
import { guardedHost } from "./providers/guarded-host.js";

/** One evaluation of the program, and the provider calls that it made while it ran. */
export interface EvaluatedProgram {
  readonly recorded: RecordedProgram;
  readonly host: PackageHost;
  readonly invokes: PlainInvokes;
}

export interface EvaluationNeeds {
  readonly memory: CallbackMemory;
  readonly tape?: Recording | Replay | undefined;
  /** Called right before each call to a provider. */
  readonly beforeCall: () => void;
}

/**
 * Evaluates the program once, before a run begins. The program may take any time, and killing the process meanwhile
 * leaves neither a lock nor a run behind.
 */
export async function evaluateProgram(
  ports: StackPorts,
  { memory, tape, beforeCall }: EvaluationNeeds,
): Promise<EvaluatedProgram> {
  const host: StackPorts["host"] = (program) => {
    const found = guardedHost(ports.host(program), { ...ports, beforeCall });
    return tape === undefined ? found : tapedHost(found, tape);
  };
  const invokes = new PlainInvokes({ host, evaluation: evaluationPorts({ ...ports, memory }) });
  const recorded = await ports.record({
    ...ports.settings,
    invoke: invokes.answer,
    constructorOf: componentConstructors(invokes),
  });
  return { recorded, host: host(recorded), invokes };
}

/**
 * Returns a session for an evaluated program, ready to plan and apply. Renames are read here; a run reads them under
 * its lock.
 */
export async function openSession(
  { recorded, host, invokes }: EvaluatedProgram,
  ports: StackPorts,
  { memory, tape }: { readonly memory: CallbackMemory; readonly tape?: Recording | Replay | undefined },
): Promise<Session> {
  return new Session(
    {
      ...ports,
      host,
      history: () => ports.store.history(),
      seed: (urn, generation) => ports.store.keyedDigest("seed", JSON.stringify([urn, generation])),
      configured: invokes.pool,
      onAsked: tape && ((registration, asked) => tape.asked(registration, asked)),
      asPlanned: tape instanceof Replay ? tape.asPlanned : undefined,
      moves: await ports.moves.read(),
      memory,
    },
    recorded,
  );
}
