import type { Answer, ShownDiagnostic, ShownEvent } from "./provider-project.js";

/** The actions of a plan by the names of the resources, without provider resources and without those that stay the same. */
export function actionsOf({ plan }: Answer): Readonly<Record<string, string>> {
  const changes = (plan?.changes ?? []).filter(
    ({ type, action }) => action !== "same" && !type.startsWith("pulumi:providers:"),
  );
  return Object.fromEntries(changes.map(({ name, action }) => [name, action]));
}

/** The changed properties of a resource, as `size inputs` or `name inputs replaces`. */
export function detailsOf({ plan }: Answer, name: string): readonly string[] {
  const change = plan?.changes.find((each) => each.name === name && !each.type.startsWith("pulumi:"));
  return (change?.details ?? []).map(({ path, of, replaces }) => `${path} ${of}${replaces === true ? " replaces" : ""}`);
}

/** The results of a run's steps, as `create a ok`. Steps of provider resources are left out. */
export function stepsOf({ run }: Answer): readonly string[] {
  const steps = (run?.steps ?? []).filter(({ urn }) => !urn.includes("pulumi:providers:"));
  return steps.map(({ action, urn, result }) => `${action} ${urn.slice(urn.lastIndexOf("::") + 2)} ${result}`);
}

/** The results of the steps that were started, in the same form, from events. */
export function resultsOf(events: readonly ShownEvent[]): readonly string[] {
  const ends = events.filter(
    ({ event, urn = "", result }) =>
      event === "step-finished" && result !== "not-started" && !urn.includes("pulumi:providers:"),
  );
  return ends.map(({ action, urn = "", result }) => `${action} ${urn.slice(urn.lastIndexOf("::") + 2)} ${result}`);
}

/** The problem with this code. Throws if there is none, with those that there are. */
export function problemOf(answer: Answer, code: string): ShownDiagnostic {
  const all = [...answer.diagnostics, ...(answer.plan?.held ?? []), ...(answer.plan?.warnings ?? [])];
  const found = all.find((each) => each.code === code);
  if (found !== undefined) return found;
  throw new Error(`There is no problem ${code} among ${JSON.stringify(all, undefined, 2)}${answer.errors}`);
}

/** What a plan shows for a value that is known after apply. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
