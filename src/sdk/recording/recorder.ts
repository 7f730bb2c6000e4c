import {
  DiagnosticError,
  expressionsOf,
  resourceOptions,
  urnPrinter,
  type ApplyExpression,
  type AskOptions,
  type Diagnostic,
  type Expression,
  type FunctionName,
  type HydratedHandle,
  type RegisteredOptions,
  type Registration,
  type ResourceHandle,
  type ResourceKind,
  type ResourceSchema,
  type Scope,
  type Secrecy,
  type SourcePosition,
  type UrnPrinter,
  type Value,
} from "../../model/index.js";
import type { FilesRead } from "../../std/files-read.js";
import { CallbackReruns } from "./callback-reruns.js";
import { Constructions, type ConstructComponent } from "./constructions.js";
import type { CallSite } from "./position.js";
import { nextPlace, type Context } from "./context.js";
import { problem } from "../diagnostics.js";
import type { ResourceClass } from "./brands.js";
import { ScopeNames } from "./scope-names.js";
import { secretly, secretProperties } from "./secretly.js";

/** The facts about its stack that a program can read, and the services that it can call. */
export interface ProgramSettings {
  readonly project: string;
  readonly stack: string;
  /** Distinguishes several instances of one environment: `staging` for `acmecorp`. */
  readonly namespace?: string;
  /** Configuration by full key, `project:key`. A secret stays wrapped. */
  readonly config?: { readonly [key: string]: Value };
  /** Returns the schema of a type if a loaded provider defines it. */
  readonly schemaOf?: (type: string) => ResourceSchema | undefined;
  /** Answers plain invokes while the program runs. It throws a DiagnosticError to refuse one. */
  readonly invoke?: (recorder: Recorder, invocation: PlainInvocation) => Promise<unknown>;
  /** Finds the function that constructs a package's component. It throws a DiagnosticError if there is none. */
  readonly constructorOf?: (recorder: Recorder, component: Registration) => Promise<ConstructComponent>;
}

/** A call of a provider function while the program runs. */
export interface PlainInvocation extends FunctionName {
  /** Contains nothing that comes from a resource, a callback or a promise. */
  readonly args: Expression;
  readonly options: AskOptions;
}

/** A plain invoke and its result, which every plan of the program relies on. */
export interface PlainInvoke {
  readonly token: string;
  readonly args: Value;
  /** Undefined if the call failed. */
  readonly result: Value;
}

/** Classes by type, then by package version. */
export type ResourceClasses = Map<string, Map<string, ResourceClass>>;

/** Collects everything that one evaluation of a program declares. */
export class Recorder {
  readonly settings: ProgramSettings;
  readonly registrations: Registration[] = [];
  /** All callbacks of the program in the order of their creation. All of them are evaluated. */
  readonly callbacks: ApplyExpression[] = [];
  readonly warnings: Diagnostic[] = [];
  /**
   * Errors for resources declared after the program ended. They are also thrown, but possibly where no code awaits
   * them.
   */
  readonly late: Diagnostic[] = [];
  /** The plain invokes of the program, in call order. */
  readonly invoked: PlainInvoke[] = [];
  /** Transforms for every resource that is declared from now on. */
  readonly transforms: ((...parameters: never[]) => unknown)[] = [];
  /** The secret values that callbacks were given. */
  readonly openedSecrets: Value[] = [];
  /** The source files of modules that the program imported by a computed path, which were unknown before it ran. */
  readonly imported: FilesRead[] = [];
  readonly names = new ScopeNames();
  readonly constructions = new Constructions();
  readonly reruns = new CallbackReruns();
  /** The classes that the program registered for types. */
  readonly classes: ResourceClasses = new Map();
  readonly #listeners = new Set<(node: ApplyExpression) => void>();
  readonly #byUrn = new Map<string, Registration>();
  readonly #children = new Map<ResourceHandle, Registration[]>();
  readonly #hydrated = new Set<ResourceHandle>();
  /** By URN and version. */
  readonly #lastHydrated = new Map<string, HydratedHandle>();
  /** By the types of the ancestors, then by the resource's own. */
  readonly #urnPrinters = new Map<string, Map<string, UrnPrinter>>();

  constructor(settings: ProgramSettings) {
    this.settings = settings;
  }

  callbackMade(node: ApplyExpression): void {
    this.callbacks.push(node);
    for (const listener of this.#listeners) listener(node);
  }

  /** True if this evaluation declared the resource or refers to it. */
  owns(resource: ResourceHandle): boolean {
    return this.resolve(resource) !== undefined;
  }

  /** Returns the registration or referenced resource for a handle. Undefined for a resource of another program. */
  resolve(resource: ResourceHandle): ResourceHandle | undefined {
    const registered = this.#byUrn.get(resource.urn);
    if (registered === resource) return registered;
    // The last run of the callback determines the outputs of a component.
    if (this.reruns.isRemade(resource)) return resource.kind === "component" ? resource : registered;
    return this.#hydrated.has(resource) ? (registered ?? resource) : undefined;
  }

  /** Returns the resource that the program declared under a URN. */
  registered(urn: string): Registration | undefined {
    return this.#byUrn.get(urn);
  }

  /** Returns the resource that the program declared under a URN, or referred to before in this version. */
  known(urn: string, packageVersion: string | undefined): ResourceHandle | undefined {
    return this.#byUrn.get(urn) ?? this.#lastHydrated.get(`${urn} ${packageVersion ?? ""}`);
  }

  hydrated(resource: HydratedHandle): void {
    this.#hydrated.add(resource);
    this.#lastHydrated.set(`${resource.urn} ${resource.reference?.packageVersion ?? ""}`, resource);
  }

  /** Returns the direct children of a resource, in the order of declaration. */
  childrenOf(parent: ResourceHandle): readonly Registration[] {
    return this.#children.get(parent) ?? [];
  }

  /** Calls a listener for each new callback until the returned function is called. */
  onCallback(listener: (node: ApplyExpression) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  register(context: Context, request: RegistrationRequest): RegistrationRecord {
    if (!context.open) {
      const late = lateRegistration(request);
      this.late.push(late);
      throw new DiagnosticError(late);
    }
    const asked = context.knows === undefined ? request : madeSecretly(request, context.knows);
    const record = new RegistrationRecord(this.#urn(request), nextPlace(context), context.origin, asked);
    this.reruns.made(record, context.runs);
    const other = this.#byUrn.get(record.urn);
    if (other !== undefined && this.reruns.takes(record, other)) return record;
    if (other !== undefined) throw new DiagnosticError(duplicateUrn(record, other));
    this.#byUrn.set(record.urn, record);
    this.registrations.push(record);
    if (record.parent !== undefined) this.#addChild(record.parent, record);
    return record;
  }

  #addChild(parent: Registration, child: Registration): void {
    const children = this.#children.get(parent);
    if (children === undefined) this.#children.set(parent, [child]);
    else children.push(child);
  }

  #urn(request: RegistrationRequest): string {
    const { type, name, parent } = request;
    let ancestors = "";
    let depth = 0;
    for (let each = parent; each !== undefined; each = each.parent) {
      ancestors = `${each.type}$${ancestors}`;
      if (++depth === deepest) throw new DiagnosticError(nestedTooDeep(request));
    }
    const print = this.#urnPrinters.get(ancestors)?.get(type) ?? this.#urnPrinter(ancestors, request);
    return print(name);
  }

  #urnPrinter(ancestors: string, { kind, type }: RegistrationRequest): UrnPrinter {
    const { project, stack, namespace } = this.settings;
    const family = {
      stack: namespace === undefined ? stack : `${stack}:${namespace}`,
      project,
      types: [...ancestors.split("$").slice(0, -1), type],
    };
    // Packages may name their component types freely.
    const print = urnPrinter(family, kind === "component" ? "any" : "ecosystem");
    const siblings = this.#urnPrinters.get(ancestors) ?? new Map<string, UrnPrinter>();
    this.#urnPrinters.set(ancestors, siblings.set(type, print));
    return print;
  }
}

export interface RegistrationRequest {
  readonly kind: ResourceKind;
  readonly type: string;
  readonly name: string;
  readonly scope: Scope | undefined;
  readonly parent: Registration | undefined;
  readonly inputs: Expression;
  readonly options: RegisteredOptions;
  readonly externalId: Expression | undefined;
  readonly site: Pick<CallSite, "position">;
  readonly resource: object;
}

class RegistrationRecord implements Registration {
  readonly sequence: readonly number[];
  readonly kind: ResourceKind;
  readonly type: string;
  readonly name: string;
  readonly urn: string;
  readonly scope: Scope | undefined;
  readonly parent: Registration | undefined;
  readonly inputs: Expression;
  readonly options: RegisteredOptions;
  readonly origin: readonly ApplyExpression[];
  readonly externalId: Expression | undefined;
  outputs: Expression | undefined;
  readonly resource: object;
  readonly #site: Pick<CallSite, "position">;

  constructor(
    urn: string,
    sequence: readonly number[],
    origin: readonly ApplyExpression[],
    request: RegistrationRequest,
  ) {
    this.urn = urn;
    this.sequence = sequence;
    this.origin = origin;
    this.kind = request.kind;
    this.type = request.type;
    this.name = request.name;
    this.scope = request.scope;
    this.parent = request.parent;
    this.inputs = request.inputs;
    this.options = request.options;
    this.externalId = request.externalId;
    this.outputs = undefined;
    this.resource = request.resource;
    this.#site = request.site;
  }

  get position(): SourcePosition | undefined {
    return this.#site.position;
  }
}

export type { RegistrationRecord };

/** Marks everything except name and type, which are always shown: code that was given a secret may derive it. */
function madeSecretly(
  { inputs, options, ...request }: RegistrationRequest,
  knows: Secrecy,
): RegistrationRequest {
  const secrets = expressionsOf(options).filter(([name]) => resourceOptions[name].takes === "expression");
  const secretOptions = Object.fromEntries(secrets.map(([name, value]) => [name, secretly(value, knows)]));
  return {
    ...request,
    inputs: secretProperties(inputs, knows),
    options: { ...options, ...secretOptions },
  };
}

function lateRegistration(request: RegistrationRequest): Diagnostic {
  return problem("sdk/late-registration", {
    detail: `${request.type} ${JSON.stringify(request.name)} was declared after the program, or the callback, had ended. Coconut plans from the resources declared until then.`,
    hint: "Await the work that declares resources before the program, or the callback, returns.",
    ...(request.site.position && { position: request.site.position }),
  });
}

/**
 * The limit on ancestors. A URN contains the types of all ancestors, and parents are processed before their children.
 */
const deepest = 500;

function nestedTooDeep({ type, name, site }: RegistrationRequest): Diagnostic {
  return problem("sdk/nested-too-deep", {
    detail: `${type} ${JSON.stringify(name)} would have ${deepest} or more ancestors. Its URN contains the types of all of them and would become too long.`,
    hint: "In a loop, give all resources the same parent instead of the previous resource. If a component creates itself, limit the recursion.",
    ...(site.position && { position: site.position }),
  });
}

function duplicateUrn(record: Registration, other: Registration): Diagnostic {
  return problem("sdk/duplicate-urn", {
    detail: `Two resources of type ${record.type} are named ${JSON.stringify(record.name)} and have parents of the same types. A URN must identify one resource.`,
    hint: "Rename one of them. Inside a component, begin the names of children with the component's own name.",
    resource: record.urn,
    related: [{ message: "the first one was declared", ...(other.position && { position: other.position }) }],
  });
}
