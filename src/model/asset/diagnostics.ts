import { diagnosticCatalogue } from "../diagnostic.js";

export const problem = diagnosticCatalogue({
  "model/unsafe-entry-name": "Unsafe file name in an archive",
  "model/archive-too-large": "Archive exceeds a limit",
  "model/archive-too-deep": "Archives are nested too deeply",
  "model/not-an-asset": "Invalid archive member",
  "model/asset-text-not-unicode": "Asset text is not valid Unicode",
});
