import {
  hiddenPaths,
  hushed,
  shownInputs,
  type Change,
  type Json,
  type OutputChange,
  type Plan,
  type Sides,
} from "../../model/index.js";
import { changeDetails } from "./change-details.js";
import { maskedJson } from "../value/index.js";
import { outputDetails } from "./output-lines.js";
import { replaceOrders, type ReplaceOrder } from "./replace-order.js";

/** The version of the document below. It is increased when a field changes its meaning. */
const version = 1;

/**
 * Returns a plan as one JSON document with the same information as its text. Secrets are masked, hidden values are
 * omitted.
 */
export function planJson(plan: Plan): Json {
  const orders = replaceOrders(plan);
  const monikers = plan.monikers();
  return {
    version,
    lineage: plan.lineage,
    base: plan.base,
    changes: plan.changes.map((change) =>
      changeJson(change, monikers.get(change.urn)?.moniker, orders.get(change.urn)),
    ),
    steps: plan.steps.map(({ id, action, urn, after, replacement }) => ({
      id,
      action,
      urn,
      after,
      replacement,
    })),
    outputs: maskedJson(plan.outputs),
    outputChanges: plan.outputChanges.map(outputJson),
    held: plan.held.map(data),
    warnings: plan.warnings.map(data),
    suggestions: plan.suggestions.map(data),
    skipped: (plan.skipped ?? []).map(({ position, ...about }) => ({
      ...about,
      ...(position !== undefined && { position: { ...position } }),
    })),
  };
}

function outputJson(change: OutputChange): Json {
  const { name, kind, before, after, sources, predicted } = change;
  const [[, former] = []] = Object.entries(hushed({ [name]: before }, { [name]: after }));
  return {
    name,
    kind,
    ...sidesJson({ before: former, after }),
    details: outputDetails(change).map(({ path, kind: how, before: left, after: right }) => ({
      path,
      kind: how,
      ...sidesJson({ before: left, after: right }),
    })),
    sources: sources.map(data),
    ...(predicted && { predicted }),
  };
}

function changeJson(
  change: Change,
  moniker: string | undefined,
  replaceOrder: ReplaceOrder | undefined,
): Json {
  const { urn, type, name, kind, parent, action, renamedFrom, reasons, position } = change;
  const { prior, observed, planned, needs, hideDiffs } = change;
  const { shown, hidden } = changeDetails(change);
  const { stripAll } = hiddenPaths(hideDiffs);
  const after = shownInputs(change);
  return {
    urn,
    type,
    name,
    ...(moniker !== undefined && { moniker }),
    kind,
    ...(parent !== undefined && { parent }),
    action,
    ...(action === "replace" && replaceOrder !== undefined && { replaceOrder }),
    ...(renamedFrom !== undefined && { renamedFrom }),
    reasons: reasons.map(data),
    ...(position !== undefined && { position: { ...position } }),
    ...(prior !== undefined && { before: maskedJson(stripAll(hushed(prior.inputs, after))) }),
    ...(observed !== undefined && { observed: maskedJson(stripAll(observed.outputs)) }),
    after: maskedJson(stripAll(after)),
    details: shown.map(
      ({ path, kind: how, of, replaces, isDefault, isWriteOnly, isPredicted, ...sides }) => ({
        path,
        kind: how,
        of,
        replaces,
        ...(isDefault && { isDefault }),
        ...(isWriteOnly && { isWriteOnly }),
        ...(isPredicted && { isPredicted }),
        ...sidesJson(sides),
      }),
    ),
    ...(hideDiffs !== undefined && { hideDiffs, hidden }),
    ...(planned?.deferred !== undefined && { deferred: planned.deferred }),
    ...(change.predicted !== undefined && { predicted: change.predicted }),
    needs: needs.map(data),
  };
}

/** Returns the old and the new value, each if present. */
export function sidesJson({ before, after }: Sides): { readonly [side: string]: Json } {
  return {
    ...(before !== undefined && { before: maskedJson(before) }),
    ...(after !== undefined && { after: maskedJson(after) }),
  };
}

/** For values of text, numbers and lists only. */
function data(value: object): Json {
  return { ...value };
}
