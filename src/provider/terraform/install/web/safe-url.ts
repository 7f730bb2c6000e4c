/** Prints a URL without the parts that may be secret: user, password, and the query, which may contain a signature. */
export function urlText(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}${url.search === "" ? "" : "?…"}`;
}

/**
 * Whether a document at one URL may name another one. It must be encrypted. Only documents of this machine may name an unencrypted
 * URL, also of this machine.
 */
export function maySendTo(to: URL, from: URL): boolean {
  return to.protocol === "https:" || (isLocal(to) && isLoopback(from));
}

/** Whether a URL that the user configured may be used: encrypted, or of this machine. */
export function isSafe(url: URL): boolean {
  return url.protocol === "https:" || isLocal(url);
}

function isLocal(url: URL): boolean {
  return url.protocol === "http:" && isLoopback(url);
}

/** Whether the host of a URL is this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === "localhost" || hostname === "[::1]" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  );
}
