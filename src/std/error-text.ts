/**
 * One line or more for something that was thrown. Anything can be thrown: what is no error is named by its kind, and
 * objects that throw when they are looked at, such as revoked proxies, by what is left.
 */
export function errorText(thrown: unknown): string {
  try {
    return shortened(typeof thrown === "object" && thrown !== null ? objectText(thrown) : plainText(thrown));
  } catch {
    return `a thrown ${typeof thrown} that has no text`;
  }
}

/** A property of something that was thrown; undefined if it cannot be read. */
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
  // Failed connections to several addresses have a code and no message.
  const said = [message, code].find((each) => typeof each === "string" && each !== "") as string | undefined;
  if (said !== undefined) return isNamed ? `${name}: ${said}` : said;
  if (isNamed && typeof message === "string") return name;
  const text = String(thrown);
  return text === "[object Object]" ? `an object that is no Error${keysText(thrown as object)}` : text;
}

/** Its values may be anything, also secret; the names of its properties help to find it. */
function keysText(thrown: object): string {
  const keys = Object.keys(thrown).slice(0, 5);
  return keys.length === 0 ? "" : `, with ${keys.join(", ")}`;
}

function plainText(thrown: unknown): string {
  if (typeof thrown !== "function") return String(thrown);
  return thrown.name === "" ? "a function" : `the function ${thrown.name}`;
}
