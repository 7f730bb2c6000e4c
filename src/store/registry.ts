import { DiagnosticError } from "../model/index.js";
import { JSON } from "../std/plain-json.js";
import { problem } from "./diagnostics.js";
import type { RawStore } from "./raw/index.js";

/** The kinds of stores by the scheme of their location. To add a kind, add a folder and an entry here. */
const kinds: Readonly<Record<string, StoreKind>> = {
  sqlite: {
    form: "sqlite:<folder>",
    open: async (place, project) => (await import("./sqlite/index.js")).sqliteAt(place, project),
  },
  memory: {
    form: "memory:",
    open: async (place) => (await import("./memory/index.js")).memoryAt(place),
  },
};

interface StoreKind {
  /** Syntax of its locations, for messages. */
  readonly form: string;
  /**
   * Opens the store at a place, which is the part of the location after the scheme. Loads the code of the store only
   * here, to save the time when another kind is used. Returns undefined if the place is not valid.
   */
  open(place: string, projectFolder: string): Promise<RawStore | undefined>;
}

/** The default location of the stacks of a project. */
export const usualLocation = "sqlite:.coconut";

/** Opens the store at a location, such as `sqlite:.coconut`. Relative paths are resolved against the project folder. */
export async function rawStoreAt(location: string, projectFolder: string): Promise<RawStore> {
  const [scheme, place] = split(location);
  const kind = Object.hasOwn(kinds, scheme) ? kinds[scheme] : undefined;
  const store = place === undefined ? undefined : await kind?.open(place, projectFolder);
  if (store !== undefined) return store;
  const forms = Object.values(kinds).map(({ form }) => form);
  throw new DiagnosticError(
    problem("store/unknown-location", {
      detail: `${JSON.stringify(location)} is not a location that Coconut supports. Supported locations: ${forms.join(", ")}.`,
      hint: `Specify a folder for the state files, for example:\n${usualLocation}`,
    }),
  );
}

function split(location: string): readonly [scheme: string, place: string | undefined] {
  const colon = location.indexOf(":");
  return colon === -1 ? [location, undefined] : [location.slice(0, colon), location.slice(colon + 1)];
}
