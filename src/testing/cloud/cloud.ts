/** What a provider can ask of a cloud. Every answer is plain data, so that it can come from another process. */
export interface Cloud {
  create(request: CreateObject): Promise<CloudObject>;
  /** Makes an object ready that its create left unready. */
  finish(request: CloudObjectName): Promise<CloudObject>;
  /** Sets the properties to these; what is not named is taken away. */
  update(request: CloudObjectName & { readonly properties: Properties }): Promise<CloudObject>;
  /** One that is not there is no error. */
  delete(request: CloudObjectName): Promise<void>;
  read(request: CloudObjectName): Promise<CloudObject | null>;
  /** The objects that creates with this token made. */
  find(request: {
    readonly kind: string;
    readonly token: string;
    readonly account?: string;
  }): Promise<readonly CloudObject[]>;
}

export interface CloudObjectName {
  readonly kind: string;
  readonly id: string;
  /** The account that asks; an object of another one is refused, never "not found". */
  readonly account?: string;
  /** What a change is asked for with: kept in the record, and not looked at. */
  readonly token?: string;
}

export interface CreateObject {
  readonly kind: string;
  readonly name: string;
  readonly properties: Properties;
  /** No two objects of a kind have the same; by default any number may share a name. */
  readonly unique?: string;
  /** Whether the create overwrites the object that has the same `unique`, and answers with its id, as a PUT does. */
  readonly overwrites?: boolean;
  /** Told apart by this: a second create with the same token is the first one. */
  readonly token?: string;
  /** False for services that take a token and do not look at it. */
  readonly honoursToken?: boolean;
  /** False: the object exists and does not work before `finish`. */
  readonly ready?: boolean;
  readonly account?: string;
}

export interface CloudObject {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly properties: Properties;
  readonly ready: boolean;
  /** Grows with every change to the object, by whomever. */
  readonly revision: number;
}

export type Properties = { readonly [property: string]: unknown };

/** What a cloud refuses with. `isUncertain`: the answer was lost, and the request may have been carried out. */
export class CloudError extends Error {
  readonly code: string;
  readonly isUncertain: boolean;

  constructor(code: string, message: string, { isUncertain = false } = {}) {
    super(message);
    this.name = code;
    this.code = code;
    this.isUncertain = isUncertain;
  }
}
