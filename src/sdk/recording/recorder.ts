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

/** What a program is told about the stack it runs for. */
export interface ProgramSettings {
  readonly project: string;
  readonly stack: string;
  /** Sets several instances of one environment apart: `staging` for `acmecorp`. */
  readonly namespace?: string;
  /** Configuration by its full key, `project:key`; a secret stays wrapped. */
  readonly config?: { readonly [key: string]: Value };
  /** The schemas of the providers that are loaded. */
  readonly schemaOf?: (type: string) => ResourceSchema | undefined;
  /** Answers plain invokes while the program runs. What it refuses, it throws as a DiagnosticError. */
  readonly invoke?: (recorder: Recorder, invocation: PlainInvocation) => Promise<unknown>;
  /** Finds what makes a component of a package. Why nothing does, it throws as a DiagnosticError. */
  readonly constructorOf?: (recorder: Recorder, component: Registration) => Promise<ConstructComponent>;
}

/** A function of a provider that is asked while the program runs. */
export interface PlainInvocation extends FunctionName {
  /** Holds nothing that comes from a resource, a callback or a promise. */
  readonly args: Expression;
  readonly options: AskOptions;
}

/** A plain invoke and what came of it: a premise of every plan of the program. */
export interface PlainInvoke {
  readonly token: string;
  readonly args: Value;
  /** Undefined if it failed. */
  readonly result: Value;
}

/** Classes by type, then by the version of the package. */
export type ResourceClasses = Map<string, Map<string, ResourceClass>>;

/** Collects what one evaluation of a program asks for. */
export class Recorder {
  readonly settings: ProgramSettings;
  readonly registrations: Registration[] = [];
  /** Every callback of the program, in the order they were made: all are evaluated. */
  readonly callbacks: ApplyExpression[] = [];
  readonly warnings: Diagnostic[] = [];
  /** What was asked for after the program had ended. It is thrown too, but to code that nobody may be waiting for. */
  readonly late: Diagnostic[] = [];
  /** The plain invokes of the program, in the order in which they were asked. */
  readonly invoked: PlainInvoke[] = [];
  /** What may change arguments and options of every resource that is made from now on. */
  readonly transforms: ((...parameters: never[]) => unknown)[] = [];
  /** What callbacks were given that is secret, as they were given it. */
  readonly openedSecrets: Value[] = [];
  /** What modules were made from that the program imported by variables, so that nothing knew of them before it ran. */
  readonly imported: FilesRead[] = [];
  readonly names = new ScopeNames();
  readonly constructions = new Constructions();
  readonly reruns = new CallbackReruns();
  /** The classes that the program says stand for types. */
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

  /** Whether this evaluation made the resource, or refers to it. */
  owns(resource: ResourceHandle): boolean {
    return this.resolve(resource) !== undefined;
  }

  /** What a resource stands for here: a registration, or one that is only referred to. Nothing for another program's. */
  resolve(resource: ResourceHandle): ResourceHandle | undefined {
    const registered = this.#byUrn.get(resource.urn);
    if (registered === resource) return registered;
    // What a component offers, the last run of its callback says.
    if (this.reruns.isRemade(resource)) return resource.kind === "component" ? resource : registered;
    return this.#hydrated.has(resource) ? (registered ?? resource) : undefined;
  }

  /** The resource of a URN that the program has made. */
  registered(urn: string): Registration | undefined {
    return this.#byUrn.get(urn);
  }

  /** The resource of a URN that the program has made, or has referred to before in this version. */
  known(urn: string, packageVersion: string | undefined): ResourceHandle | undefined {
    return this.#byUrn.get(urn) ?? this.#lastHydrated.get(`${urn} ${packageVersion ?? ""}`);
  }

  hydrated(resource: HydratedHandle): void {
    this.#hydrated.add(resource);
    this.#lastHydrated.set(`${resource.urn} ${resource.reference?.packageVersion ?? ""}`, resource);
  }

  /** What stands directly below a resource, in the order it was made. */
  childrenOf(parent: ResourceHandle): readonly Registration[] {
    return this.#children.get(parent) ?? [];
  }

  /** Tells of callbacks as they are made, until what it returns is called. */
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
    // Packages call the types of their components what they like.
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

/** A name and a type are always shown; what else code that knows a secret asks for may be made from it. */
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
    detail: `${request.type} ${JSON.stringify(request.name)} was made after the code that makes it had ended. What a program asks for is complete when its entry has settled; a callback's, when the callback has settled.`,
    hint: "Await the work that makes resources before the program, or the callback, returns.",
    ...(request.site.position && { position: request.site.position }),
  });
}

/** A URN names all ancestors, and much is done for a parent before it is done for its children. */
const deepest = 500;

function nestedTooDeep({ type, name, site }: RegistrationRequest): Diagnostic {
  return problem("sdk/nested-too-deep", {
    detail: `${type} ${JSON.stringify(name)} would have ${deepest} parents above each other or more. Its URN, which names them all, would be longer than anything can work with.`,
    hint: "Give resources that are made in a loop the same parent, and not the one that was made before. If a component makes itself, end that somewhere.",
    ...(site.position && { position: site.position }),
  });
}

function duplicateUrn(record: Registration, other: Registration): Diagnostic {
  return problem("sdk/duplicate-urn", {
    detail: `There are two resources of type ${record.type} named ${JSON.stringify(record.name)} with parents of the same types. A URN stands for one resource.`,
    hint: "Give one of them another name; children of a component usually begin with the component's name.",
    resource: record.urn,
    related: [{ message: "the first one was made", ...(other.position && { position: other.position }) }],
  });
}
