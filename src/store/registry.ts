import { DiagnosticError } from "../model/index.js";
import { JSON } from "../std/plain-json.js";
import { problem } from "./diagnostics.js";
import type { RawStore } from "./raw/index.js";

/** The kinds of stores, by the scheme of their location. A new kind is a folder and an entry here. */
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
  /** How its locations are written, for people. */
  readonly form: string;
  /**
   * Opens the store at a place, the part of a location behind the scheme. The code of the store is loaded here, so that
   * it costs nothing where another one is used. Returns undefined if the place means nothing to it.
   */
  open(place: string, projectFolder: string): Promise<RawStore | undefined>;
}

/** Where the stacks of a project are kept unless it names another store. */
export const usualLocation = "sqlite:.coconut";

/** Opens the store at a location, such as `sqlite:.coconut`. Relative paths start at the folder of the project. */
export async function rawStoreAt(location: string, projectFolder: string): Promise<RawStore> {
  const [scheme, place] = split(location);
  const kind = Object.hasOwn(kinds, scheme) ? kinds[scheme] : undefined;
  const store = place === undefined ? undefined : await kind?.open(place, projectFolder);
  if (store !== undefined) return store;
  const forms = Object.values(kinds).map(({ form }) => form);
  throw new DiagnosticError(
    problem("store/unknown-location", {
      detail: `${JSON.stringify(location)} names no kind of store that is known. These are: ${forms.join(", ")}.`,
      hint: `Name a folder for the files of the store:\n${usualLocation}`,
    }),
  );
}

function split(location: string): readonly [scheme: string, place: string | undefined] {
  const colon = location.indexOf(":");
  return colon === -1 ? [location, undefined] : [location.slice(0, colon), location.slice(colon + 1)];
}
