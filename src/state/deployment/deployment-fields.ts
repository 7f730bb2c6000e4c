import type { Json, JsonObject } from "../../model/index.js";
import type { DeploymentFindings } from "./deployment-findings.js";
import { isJsonObject } from "../../std/plain-json.js";

/** Typed access to the fields of one object of a deployment. Null counts as absent. */
export class DeploymentFields {
  readonly at: string;
  readonly #object: JsonObject;
  readonly #findings: DeploymentFindings;

  constructor(object: JsonObject, at: string, findings: DeploymentFindings) {
    this.at = at;
    this.#object = object;
    this.#findings = findings;
  }

  /** The path in the file, for messages: `resources[3].urn`. */
  place(name: string): string {
    return this.at === "" ? name : `${this.at}.${name}`;
  }

  raw(name: string): Json | undefined {
    return Object.hasOwn(this.#object, name) ? (this.#object[name] ?? undefined) : undefined;
  }

  text(name: string): string | undefined {
    return this.#of(name, "a string", (json) => (typeof json === "string" ? json : undefined));
  }

  /** False is distinguished from absent. */
  flag(name: string): boolean | undefined {
    return this.#of(name, "true or false", (json) => (typeof json === "boolean" ? json : undefined));
  }

  number(name: string): number | undefined {
    return this.#of(name, "a number", (json) => (typeof json === "number" ? json : undefined));
  }

  texts(name: string): readonly string[] | undefined {
    return this.#of(name, "a list of strings", textsOf);
  }

  /** A list of strings per field. */
  textsByField(name: string): { readonly [field: string]: readonly string[] } | undefined {
    return this.#of(name, "an object of lists of strings", (json) => {
      if (!isJsonObject(json)) return undefined;
      const lists = Object.entries(json).map(([field, urns]) => [field, textsOf(urns ?? [])] as const);
      return lists.some(([, urns]) => urns === undefined)
        ? undefined
        : (Object.fromEntries(lists) as { readonly [field: string]: readonly string[] });
    });
  }

  object(name: string): DeploymentFields | undefined {
    const found = this.#of(name, "an object", (json) => (isJsonObject(json) ? json : undefined));
    return found && new DeploymentFields(found, this.place(name), this.#findings);
  }

  objects(name: string): readonly DeploymentFields[] | undefined {
    const found = this.#of(name, "a list of objects", (json) =>
      Array.isArray(json) && json.every(isJsonObject) ? (json as readonly JsonObject[]) : undefined,
    );
    return found?.map(
      (each, index) => new DeploymentFields(each, `${this.place(name)}[${index}]`, this.#findings),
    );
  }

  #of<Kind>(name: string, what: string, read: (json: Json) => Kind | undefined): Kind | undefined {
    const json = this.raw(name);
    const found = json === undefined ? undefined : read(json);
    if (json !== undefined && found === undefined)
      this.#findings.refuse(this.place(name), `The value is not ${what}.`);
    return found;
  }
}

function textsOf(json: Json): readonly string[] | undefined {
  return Array.isArray(json) && json.every((each) => typeof each === "string") ? json : undefined;
}
