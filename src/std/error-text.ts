/**
 * Returns a text for a thrown value, of one or more lines. Any value can be thrown: a value that is not an Error is
 * described by its kind. Objects that throw when they are examined, such as revoked proxies, are described as far as
 * possible.
 */
export function errorText(thrown: unknown): string {
  try {
    return shortened(typeof thrown === "object" && thrown !== null ? objectText(thrown) : plainText(thrown));
  } catch {
    return `a thrown ${typeof thrown} without a message`;
  }
}

/** Returns a property of a thrown value; undefined if it cannot be read. */
export function readThrown(
  thrown: unknown,
  name: "cause" | "code" | "errors" | "message" | "name" | "stack",
): unknown {
  if (typeof thrown !== "object" || thrown === null) return undefined;
  try {
    return (thrown as { readonly [name: string]: unknown })[name];
  } catch {
    return undefined;
  }
}

const longest = 10_000;

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function objectText(thrown: unknown): string {
  const [name, message, code] = (["name", "message", "code"] as const).map((each) =>
    readThrown(thrown, each),
  );
  const isNamed = typeof name === "string" && name !== "";
  // Failed connections to several addresses have a code but no message.
  const said = [message, code].find((each) => typeof each === "string" && each !== "") as string | undefined;
  if (said !== undefined) return isNamed ? `${name}: ${said}` : said;
  if (isNamed && typeof message === "string") return name;
  const text = String(thrown);
  return text === "[object Object]" ? `an object that is not an Error${keysText(thrown as object)}` : text;
}

/** Its values may be secret. The names of its properties help to find it. */
function keysText(thrown: object): string {
  const keys = Object.keys(thrown).slice(0, 5);
  return keys.length === 0 ? "" : `, with the properties ${keys.join(", ")}`;
}

function plainText(thrown: unknown): string {
  if (typeof thrown !== "function") return String(thrown);
  return thrown.name === "" ? "a function" : `the function ${thrown.name}`;
}
