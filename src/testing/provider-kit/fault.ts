/** A hook, or another part of a resource type. */
export type Suspect =
  | "create"
  | "read"
  | "update"
  | "delete"
  | "lookup"
  | "find"
  | "logs"
  | "stats"
  | "replaceOn"
  | "modifyPlan"
  | "outputs"
  | "inputs";

/** What a provider does not do: what was expected of it, what happened, and where to look. */
export function fault(
  type: string,
  suspects: Suspect | readonly Suspect[],
  { expected, happened }: { readonly expected: string; readonly happened: string },
): Error {
  return new Error(
    `Expected: ${expected}\nHappened: ${happened}\nLook at: ${[suspects].flat().join(" and ")} of ${type}`,
  );
}
