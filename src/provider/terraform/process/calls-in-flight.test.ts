import { expect, test } from "vitest";
import { CallsInFlight, type CallInFlight } from "./calls-in-flight.js";

const callOf = (rpc: string, type: string, urn: string): CallInFlight => ({
  rpc,
  type,
  urn,
  onLog: undefined,
});
const a = callOf("PlanResourceChange", "time_sleep", "a");
const b = callOf("PlanResourceChange", "time_sleep", "b");
const c = callOf("PlanResourceChange", "time_static", "c");
const d = callOf("ReadResource", "time_static", "d");

test.each<[string, readonly CallInFlight[], { rpc?: string; resourceType?: string }, string | undefined]>([
  ["the only call gets all lines", [a], {}, "a"],
  ["a line that names another type is of an earlier call", [a], { resourceType: "time_static" }, undefined],
  ["a line that names another kind of call is of an earlier one", [a], { rpc: "ReadResource" }, undefined],
  ["without calls, no call gets a line", [], {}, undefined],
  ["several calls, and nothing is named", [a, c], {}, undefined],
  ["the type decides", [a, c], { resourceType: "time_static" }, "c"],
  ["the kind of call decides", [a, d], { rpc: "ReadResource" }, "d"],
  ["type and kind decide", [a, c, d], { rpc: "PlanResourceChange", resourceType: "time_static" }, "c"],
  ["two calls of the same type and kind", [a, b], { resourceType: "time_sleep" }, undefined],
])("%s", (_, calls, named, urn) => {
  const flight = new CallsInFlight();
  for (const call of calls) flight.begin(call);
  expect(flight.callOf({ level: "info", text: "", fields: {}, ...named })?.urn).toBe(urn);
});

test("is idle when the last call has ended", async () => {
  const flight = new CallsInFlight();
  await flight.idle();
  const [endOne, endOther] = [flight.begin(a), flight.begin(b)];
  let isIdle = false;
  const idle = flight.idle().then(() => (isIdle = true));
  endOne();
  await Promise.resolve();
  expect([isIdle, flight.size]).toEqual([false, 1]);
  endOther();
  await idle;
  expect(flight.size).toBe(0);
});

test("a line that may be of several calls can go to the oldest of them", () => {
  const flight = new CallsInFlight();
  for (const call of [d, a, b]) flight.begin(call);
  const oldest = (resourceType?: string) =>
    flight.oldestCallOf({ level: "info", text: "", fields: {}, resourceType })?.urn;
  expect([oldest("time_sleep"), oldest(), oldest("time_offset")]).toEqual(["a", "d", undefined]);
});
