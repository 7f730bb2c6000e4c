/**
 * Resource classes with every kind of member that a class can have. Compiled by several compilers, so it is
 * read as text too; what each class must come to stands in the test.
 */
import * as coconut from "@coconut/coconut";

type Options = coconut.ResourceOptions;

export class Declared extends coconut.CustomResource {
  readonly arn!: coconut.Output<string>;
  readonly tags!: coconut.Output<{ owner: string }>;
  readonly region!: coconut.Output<string>;
  readonly sawAfterSuper: readonly unknown[];

  constructor(name: string, args: object = {}, options?: Options) {
    super("test:index:Thing", name, args, options);
    this.sawAfterSuper = [this.urn, this.id, this.arn, this.tags, this.region, this.tags.owner];
  }
}

export class Erased extends coconut.CustomResource {
  declare readonly arn: coconut.Output<string>;
  declare readonly tags: coconut.Output<{ owner: string }>;
  declare readonly region: coconut.Output<string>;
  readonly sawAfterSuper: readonly unknown[];

  constructor(name: string, args: object = {}, options?: Options) {
    super("test:index:Thing", name, args, options);
    this.sawAfterSuper = [this.urn, this.id, this.arn, this.tags, this.region, this.tags.owner];
  }
}

/** Everything that an author may add. Only `arn` is an output. */
export class Rich extends Declared {
  static made = 0;
  static make(name: string): Rich {
    return new Rich(name);
  }

  readonly size = 3;
  readonly nothing: string | null = null;
  readonly list: string[] = ["a"];
  readonly upper = this.arn.apply((text) => text.toUpperCase());
  readonly label: string;
  cache: number | undefined = 1;
  #count = 0;
  readonly count = () => this.#count;
  readonly self = () => this;

  constructor(name: string, args: object = {}, options?: Options) {
    super(name, args, options);
    this.label = `label of ${name}`;
    Rich.made++;
  }

  get shout(): coconut.Output<string> {
    return this.arn.apply((text) => `${text}!`);
  }

  set volume(value: number) {
    this.list.push(`volume ${value}`);
  }

  next(): number {
    return ++this.#count;
  }

  forget(): void {
    this.cache = undefined;
  }

  holds(other: object): boolean {
    return #count in other;
  }
}

/** A subclass of a subclass, with a field of its own and one declared again. */
export class Deeper extends Rich {
  // @ts-expect-error -- the compiler wants `declare` here; programs without types, and older emit, do not
  override readonly arn!: coconut.Output<string>;
  readonly etag!: coconut.Output<string>;
}

export class NoConstructor extends Declared {
  readonly etag!: coconut.Output<string>;
}

/** Fields whose name no schema knows, left unassigned. */
export class Loose extends Declared {
  note: string | undefined;
  declare erased: string | undefined;
}

const nothing = (): string | undefined => undefined;

/** Fields that are given no value on purpose, between others that are not. */
export class Blank extends Declared {
  static empty = "on the class";
  readonly words = "empty; etag = 1; `${";
  readonly pattern = /[{("'`/]+ etag = \/{/;
  empty: string | undefined = undefined;
  readonly etag!: coconut.Output<string>;
  computed: string | undefined = nothing();
  readonly list = [(etag: string) => ({ etag, more: `${etag} ${[`{${etag}`].length}` })];
  assigned: string | undefined;
  // @ts-expect-error -- what the provider answers is not of interest to this class
  override readonly region = undefined;

  constructor(name: string, args: object = {}, options?: Options) {
    super(name, args, options);
    this.assigned = undefined;
  }

  /** Does with a variable what looks like an initialiser. */
  read(): string {
    let etag: string | undefined = "one";
    etag = nothing();
    return `${etag}`;
  }

  clear(): void {
    // @ts-expect-error -- it is assigned where no initialiser is
    this.etag = undefined;
  }
}

export class Component extends coconut.ComponentResource {
  readonly arn!: coconut.Output<string>;
  note: string | undefined;
  declare erased: string | undefined;
  readonly size = 3;
  readonly child: Declared;

  constructor(name: string, options?: Options) {
    super("test:index:Group", name, {}, options);
    this.child = new Declared(`${name}-child`, {}, { parent: this });
    this.registerOutputs();
  }
}

export class Direct extends coconut.Resource {
  readonly arn!: coconut.Output<string>;
  readonly id!: coconut.Output<string>;
  note: string | undefined;

  constructor(name: string, args: object = {}, options?: Options) {
    super("test:index:Thing", name, args, options);
  }
}

class MyResouce extends coconut.Resource {
  // oxlint-disable-next-line no-useless-constructor -- it stands in the specification
  constructor(...parameters: [name: string, args?: object, options?: Options]) {
    super(...parameters);
    // ...
  }
  // ...
}
export { MyResouce };
