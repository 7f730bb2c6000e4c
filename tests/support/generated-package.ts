/** A package of resource classes as a generator writes it from schemas: plain JavaScript, and its declarations. */
export interface GeneratedPackage {
  readonly javascript: string;
  readonly declarations: string;
  readonly classes: readonly GeneratedClass[];
}

export interface GeneratedClass {
  readonly name: string;
  readonly type: string;
  readonly fields: readonly string[];
  readonly javascript: string;
}

/** `count` classes over the SDK at `specifier`, each with two to fifteen fields. */
export function generatePackage(count: number, specifier: string): GeneratedPackage {
  const classes = Array.from({ length: count }, (_, index) => generateClass(index));
  const texts = classes.map(({ javascript }) => javascript);
  return {
    javascript: [`import { CustomResource } from ${JSON.stringify(specifier)};\n`, ...texts].join(""),
    declarations: [
      `import { CustomResource, type Output, type ResourceOptions } from ${JSON.stringify(specifier)};\n`,
      ...classes.map(declaration),
    ].join(""),
    classes,
  };
}

const nouns = ["Bucket", "Cluster", "Database", "Gateway", "Function", "Queue", "Subnet", "Certificate"];
const modules = ["compute", "network", "storage", "identity", "monitoring"];
const fieldNames =
  "arn name region status endpoint createdAt tags version owner zone encryption kmsKeyId retention policyName subnetIds";

function generateClass(index: number): GeneratedClass {
  const name = `${nouns[index % nouns.length]}${index}`;
  const type = `cloud:${modules[index % modules.length]}:${name}`;
  const fields = fieldNames.split(" ").slice(0, 2 + (index % 14));
  const javascript = `export class ${name} extends CustomResource {
${fields.map((field) => `  ${field};\n`).join("")}  constructor(name, args, options) {
    super("${type}", name, args, options);
  }
}
`;
  return { name, type, fields, javascript };
}

function declaration({ name, fields }: GeneratedClass): string {
  return `export declare class ${name} extends CustomResource {
${fields.map((field) => `  readonly ${field}: Output<string>;\n`).join("")}  constructor(name: string, args: object, options?: ResourceOptions);
}
`;
}
