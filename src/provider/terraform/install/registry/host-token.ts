/**
 * Returns the token for a host: the variable `TF_TOKEN_<host>` if it is set, and otherwise the token of the `credentials` in the
 * command-line configuration, by host.
 */
export function hostToken(
  host: string,
  credentials: ReadonlyMap<string, string>,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const wanted = comparable(host);
  for (const [name, token] of Object.entries(environment)) {
    if (token !== undefined && token !== "" && hostOfVariable(name) === wanted) return token;
  }
  const [, token] = [...credentials].find(([each]) => comparable(each) === wanted) ?? [];
  return token;
}

/** Returns the name of the variable for a host. Ports cannot be written in it. */
export function tokenVariable(host: string): string {
  return prefix + host.replace(/:\d+$/, "").replaceAll("-", "__").replaceAll(".", "_");
}

const prefix = "TF_TOKEN_";

function hostOfVariable(name: string): string | undefined {
  if (!name.startsWith(prefix)) return undefined;
  return comparable(name.slice(prefix.length).replaceAll("__", "-").replaceAll("_", "."));
}

/** International names are compared in ASCII, without case. */
function comparable(host: string): string | undefined {
  return URL.canParse(`https://${host}/`) ? new URL(`https://${host}/`).host : undefined;
}
