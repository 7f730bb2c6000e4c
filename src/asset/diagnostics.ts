import { diagnosticCatalogue } from "../model/index.js";

export const problem = diagnosticCatalogue({
  "asset/file-missing": "A file or folder of an asset does not exist",
  "asset/file-unreadable": "A file or folder of an asset cannot be read",
  "asset/not-a-regular-file": "Only regular files can be assets",
  "asset/state-file": "A state file cannot be an asset",
  "asset/file-changed": "A file changed while it was read",
  "asset/too-large": "An asset exceeds the size limit",
  "asset/link-leaves-folder": "A link leads out of the archived folder",
  "asset/not-an-archive": "This is neither a folder nor an archive of a known format",
  "asset/damaged-archive": "An archive is damaged or incomplete",
  "asset/unsafe-archive": "An archive holds something that is not a regular file",
  "asset/duplicate-entry": "An archive holds one name twice",
  "asset/malformed-url": "This is not a usable URL",
  "asset/unsupported-scheme": "Assets cannot be read from this kind of URL",
  "asset/insecure-url": "Assets are not read over an unencrypted connection",
  "asset/private-address": "Assets are not read from private addresses",
  "asset/too-many-redirects": "A URL redirects too often",
  "asset/unexpected-answer": "A server did not answer with the content of the asset",
  "asset/download-failed": "An asset could not be downloaded",
  "asset/timed-out": "Downloading an asset took too long",
});
