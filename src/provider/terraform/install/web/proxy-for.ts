import { isLoopback } from "./safe-url.js";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the proxy for a URL: `HTTPS_PROXY`, unless `NO_PROXY` lists the host. Requests without encryption stay on this machine,
 * so they have none. Undefined also for text that is not a URL.
 */
export function proxyFor(url: URL, environment: Environment): URL | undefined {
  if (url.protocol !== "https:" || isLoopback(url)) return undefined;
  const text = settingOf(environment, "https_proxy").trim();
  if (text === "" || isExempt(url, settingOf(environment, "no_proxy"))) return undefined;
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(full)) return undefined;
  const proxy = new URL(full);
  return proxy.protocol === "http:" || proxy.protocol === "https:" ? proxy : undefined;
}

/** An entry is a host with all hosts in it (`example.com`), only the hosts in it (`.example.com`), or `*`. It may have a port. */
function isExempt(url: URL, list: string): boolean {
  const port = url.port === "" ? "443" : url.port;
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === "*") return true;
    const [, name = "", onlyPort] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    const bare = name.replace(/^\*(?=\.)/, "");
    if (bare === "" || (onlyPort !== undefined && onlyPort !== port)) return false;
    return url.hostname === bare || url.hostname.endsWith(bare.startsWith(".") ? bare : `.${bare}`);
  });
}

function settingOf(environment: Environment, name: string): string {
  return environment[name.toUpperCase()] ?? environment[name] ?? "";
}
