/**
 * Runs a program of `count` resources, each of which reads an output of the one ten positions before it. Prints the
 * time of the construction and the heap size afterwards. `plain` builds the same data without the SDK. With
 * `announced`, each `new` passes its source position, as in a program that coco compiled.
 */
import { objectType, stringType, type ResourceSchema } from "../../src/model/index.js";
import { recordProgram } from "../../src/program/index.js";
import { CustomResource, type Input, type Output } from "../../src/sdk/index.js";
import { defineFieldGetters, fieldNames, schemaKey } from "../../src/sdk/internal.js";
import { announceSite, type Site } from "../../src/sdk/recording/site.js";
import { heapBytes, printResult } from "./report.js";

interface ServerArgs {
  readonly image: string;
  readonly memoryMb: number;
  readonly tags: { readonly owner: string; readonly index: number };
  readonly ports: readonly number[];
  readonly gateway: Input<string>;
}

class PlainServer {
  readonly address = "10.0.0.1";
  readonly name: string;
  readonly args: ServerArgs;

  constructor(name: string, args: ServerArgs) {
    this.name = name;
    this.args = args;
  }
}

/** A class as the compiler emits it: fields are defined without a value after `super()`. */
class DeclaredServer extends CustomResource {
  readonly address!: Output<string>;
  readonly createdAt!: Output<string>;
  readonly gateway!: Output<string>;

  constructor(name: string, args: ServerArgs) {
    super("bench:compute:Server", name, args);
  }
}

const field = { type: stringType, optional: false, secret: false };
const any = { ...field, type: objectType([]) };
const schema: ResourceSchema = {
  type: "bench:compute:Server",
  version: 1,
  inputs: { image: field, memoryMb: field, tags: any, ports: any, gateway: field },
  outputs: { address: field, createdAt: field },
};

/** A class as the provider folder makes it from a schema. */
class SchemaServer extends CustomResource {
  static readonly [schemaKey] = schema;
  declare readonly address: Output<string>;

  constructor(name: string, args: ServerArgs) {
    super("bench:compute:Server", name, args);
  }
}
defineFieldGetters(SchemaServer.prototype, fieldNames(schema));

type Server = { readonly address: Input<string> };

const classes: Record<string, new (name: string, args: ServerArgs) => Server> = {
  plain: PlainServer,
  declared: DeclaredServer,
  schema: SchemaServer,
};

const [kind = "", size = "", announced = ""] = process.argv.slice(2);
const count = Number(size);
const ServerClass = classes[kind]!;
const servers: Server[] = [];
const site: Site = {
  position: { file: "main.ts", line: 1, column: 1 },
  scope: { module: "bench:main", binding: "server" },
};

function program(): void {
  for (let index = 0; index < count; index++) {
    if (announced !== "") announceSite(ServerClass, site);
    servers.push(
      new ServerClass(`server-${index}`, {
        image: `image-${index % 7}`,
        memoryMb: 512 + index,
        tags: { owner: "ops", index },
        ports: [80, 443],
        gateway: servers[index - 10]?.address ?? "10.0.0.254",
      }),
    );
  }
}

const before = heapBytes();
const start = performance.now();
const recorded = await recordProgram(program, { project: "bench", stack: "dev" });
const milliseconds = performance.now() - start;
const bytes = heapBytes() - before;
if (recorded.diagnostics.length > 0) throw new Error(JSON.stringify(recorded.diagnostics));
if (kind !== "plain" && recorded.registrations.length !== count) throw new Error("Not all were recorded.");
printResult({ milliseconds, bytes, kept: servers.length });
