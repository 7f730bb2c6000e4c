import type { Diagnostic } from "../../model/index.js";
import type { StackStore } from "../../store/internal.js";

/** The extent of a check, and the problems it found. */
export interface StackCheck {
  /** Absent if there are problems: then the expected amount is unknown. */
  readonly checked?: {
    readonly records: number;
    /** The oldest record that is kept. */
    readonly firstRecord: number;
    readonly runs: number;
    readonly resources: number;
    readonly objects: number;
    readonly operations: number;
  };
  readonly problems: readonly Diagnostic[];
}

/** Reads all data of a stack, including the whole journal, and checks its consistency. */
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
