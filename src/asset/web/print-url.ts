/** A URL without what may be a secret: user, password, and the query, which carries the signature of signed URLs. */
export function printUrl(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}${url.search === "" ? "" : "?…"}`;
}

/** The same for what should be a URL and is not. */
export function printUrlText(text: string): string {
  return text.replace(/\/\/[^/]*@/, "//").replace(/\?.*$/s, "?…");
}
