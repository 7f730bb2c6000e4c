import type { Diagnostic } from "../../model/index.js";
import type { StackStore } from "../../store/internal.js";

/** What was looked at, and what is wrong with it. */
export interface StackCheck {
  /** Absent where something is wrong: nobody can say how much there should be. */
  readonly checked?: {
    readonly records: number;
    /** The first that is kept. */
    readonly firstRecord: number;
    readonly runs: number;
    readonly resources: number;
    readonly objects: number;
    readonly operations: number;
  };
  readonly problems: readonly Diagnostic[];
}

/** Reads everything that is kept of a stack, the whole journal included, and checks it against itself. */
export async function verifyStack(
  store: StackStore,
  options?: Parameters<StackStore["verify"]>[0],
): Promise<StackCheck> {
  const problems = await store.verify(options);
  if (problems.length > 0) return { problems };
  const { snapshot } = await store.read();
  const { resources, objects, open } = snapshot;
  const journal = await store.journal();
  return {
    checked: {
      records: journal.length,
      firstRecord: journal[0]?.sequence ?? snapshot.head + 1,
      runs: (await store.history()).length,
      resources: resources.size,
      objects: objects.size,
      operations: open.size,
    },
    problems,
  };
}
