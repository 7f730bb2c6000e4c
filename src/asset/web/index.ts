/**
 * Downloads from public addresses over encrypted connections, or from others that the options allow.
 *
 * Never follows a redirect or connects to an address that was not checked, or shows the password or query of a URL.
 */
export { download } from "./download.js";
export { printUrl, printUrlText } from "./url-permission.js";
