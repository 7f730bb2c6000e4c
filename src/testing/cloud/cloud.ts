/** The requests that a provider can send to a cloud. Every answer is plain data and can come from another process. */
export interface Cloud {
  create(request: CreateObject): Promise<CloudObject>;
  /** Makes an object ready that its create left unready. */
  finish(request: CloudObjectName): Promise<CloudObject>;
  /** Sets the properties. Properties that are not given are removed. */
  update(request: CloudObjectName & { readonly properties: Properties }): Promise<CloudObject>;
  /** Deletes an object. It is not an error if the object does not exist. */
  delete(request: CloudObjectName): Promise<void>;
  read(request: CloudObjectName): Promise<CloudObject | null>;
  /** Returns the objects that were created with this token. */
  find(request: {
    readonly kind: string;
    readonly token: string;
    readonly account?: string;
  }): Promise<readonly CloudObject[]>;
}

/** The name of an object in a request. */
export interface CloudObjectName {
  readonly kind: string;
  readonly id: string;
  /** The account that sends the request. An object of another account is refused, never "not found". */
  readonly account?: string;
  /** The token of the request. It is recorded but has no effect. */
  readonly token?: string;
}

/** A request to create an object. */
export interface CreateObject {
  readonly kind: string;
  readonly name: string;
  readonly properties: Properties;
  /** A value that no two objects of a kind may share. By default any number may share a name. */
  readonly unique?: string;
  /** True if the create overwrites the object with the same `unique` and returns its id, like a PUT. */
  readonly overwrites?: boolean;
  /** Idempotency token: a second create with the same token returns the first object. */
  readonly token?: string;
  /** False for services that accept a token but ignore it. */
  readonly honoursToken?: boolean;
  /** False if the object exists but does not work until `finish` is called. */
  readonly ready?: boolean;
  readonly account?: string;
}

/** An object of the cloud. */
export interface CloudObject {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly properties: Properties;
  readonly ready: boolean;
  /** Increases with every change to the object, by anyone. */
  readonly revision: number;
}

/** The properties of an object. */
export type Properties = { readonly [property: string]: unknown };

/** An error of the cloud. `isUncertain`: the answer was lost, and the request may have been carried out. */
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
