import { diagnosticCatalogue } from "../diagnostic.js";

export const problem = diagnosticCatalogue({
  "model/unsafe-entry-name": "An archive holds a name that must not be unpacked",
  "model/archive-too-large": "An archive exceeds a limit",
  "model/archive-too-deep": "Archives are nested too deeply",
  "model/not-an-asset": "An archive can hold only texts, assets and archives",
  "model/asset-text-not-unicode": "The text of an asset is not valid Unicode",
});
