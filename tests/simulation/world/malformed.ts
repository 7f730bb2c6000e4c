import type { Random } from "../random.js";

/** What someone answers who was asked for something else, or was cut off. */
export function malformed<T>(answer: T, random: Random): T {
  if (Array.isArray(answer)) return random.pick<unknown>([null, {}, [{}], [null], "[]"]) as T;
  if (typeof answer !== "object" || answer === null) return random.pick<unknown>(["", {}, 0]) as T;
  const { id: _, ...withoutId } = answer as T & { readonly id?: unknown };
  return random.pick<unknown>([
    {},
    "<html>502 Bad Gateway</html>",
    withoutId,
    { ...answer, id: 42 },
    { ...answer, id: "" },
    { ...answer, properties: undefined },
    { ...answer, properties: null },
    { ...answer, properties: { acl: 1, title: {}, command: null, status: [], size: "large" } },
  ]) as T;
}
