/**
 * Requests to servers that have packages of Terraform providers: redirects, retries, proxies, and downloads that are resumed.
 *
 * Never sends anything unencrypted to another machine, sends a token to another host, or shows the secret parts of a URL. Failures
 * are WebErrors.
 */
export { downloadFile } from "./download-file.js";
export type { Asked, HostToken } from "./open-answer.js";
export { readDocument } from "./read-document.js";
export { mayPass, mostAttempts } from "./retry-delay.js";
export { isSafe, maySendTo, urlText } from "./safe-url.js";
export { WebError, type WebFailure } from "./web-error.js";
export { webWith, type Web } from "./web.js";
