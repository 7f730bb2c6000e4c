import { expect, test } from "vitest";
import { numberType, stringType, type CtyType } from "../../../src/terraform/cty/index.js";
import { typingsOf } from "../../../src/terraform/typings/index.js";
import { describedProvider } from "../support/made-up-provider.js";
import { block, blocks, computed, optional, optionalComputed, required } from "../support/schemas.js";
import { compileProgram } from "./compile-program.js";

/** The three programs of the specification of this bridge, with schemas like those of their providers. */
const programs = {
  "random.ts": `import { Password } from "#tf/random";
const password = new Password("db", { length: 24 });
export const secret = password.result;
`,
  "aws.ts": `import * as coconut from "@coconut/coconut";
import { Provider } from "#tf/aws/provider";
import { S3Bucket } from "#tf/aws/s3_bucket";
import { getAmi } from "#tf/aws/data/ami";
const eu = new Provider("eu", { region: "eu-central-1" });
export const logs = new S3Bucket("logs", { bucket: "acme-logs" }, { provider: eu });
export const ami = coconut.invokeOutput(
  getAmi,
  { owners: ["self"], filter: [{ name: "name", values: ["web-*"] }] },
  { provider: eu },
);
`,
  "postgresql.ts": `import * as coconut from "@coconut/coconut";
import { Role, Grant } from "#tf/postgresql";
import { durationParse } from "#tf/time";
const config = new coconut.Config();
export const ttl = coconut.invokeOutput(durationParse, { duration: "90m" }).result;
const app = new Role("app", {
  name: "app",
  login: true,
  passwordWo: config.requireSecret("pw"),
  passwordWoVersion: 1,
});
new Grant("read", {
  database: "app",
  role: app.name,
  schema: "s1",
  objectType: "schema",
  privileges: ["USAGE"],
});
`,
};

const boolType: CtyType = { kind: "bool" };
const texts: CtyType = { kind: "set", element: stringType };

const random = describedProvider("tf_random", "random", {
  resources: {
    random_password: block({
      length: required(numberType),
      special: optionalComputed(boolType),
      result: computed(stringType, { sensitive: true }),
    }),
  },
});

const others = Array.from({ length: 201 }, (_, index) => [`aws_t${index}`, block({ name: required() })]);
const aws = describedProvider("tf_aws", "aws", {
  provider: block({ region: optional() }),
  resources: {
    ...(Object.fromEntries(others) as Record<string, ReturnType<typeof block>>),
    aws_s3_bucket: block({ bucket: optionalComputed(), arn: computed() }),
  },
  dataSources: {
    aws_ami: block({
      owners: optional({ kind: "list", element: stringType }),
      filter: blocks("set", { name: required(), values: required(texts) }),
      image_id: computed(),
    }),
  },
});

const postgresql = describedProvider("tf_postgresql", "postgresql", {
  resources: {
    postgresql_role: block({
      name: required(),
      login: optional(boolType),
      password_wo: optional(stringType, { writeOnly: true }),
      password_wo_version: optional(numberType),
    }),
    postgresql_grant: block({
      database: required(),
      role: required(),
      schema: optional(),
      object_type: required(),
      privileges: required(texts),
    }),
  },
});

const duration: CtyType = { kind: "object", attributes: new Map([["minutes", numberType]]) };
const time = describedProvider("tf_time", "time", {
  functions: {
    duration_parse: {
      parameters: [{ name: "duration", type: stringType, allowsNull: false, allowsUnknown: false }],
      result: duration,
    },
  },
});

test("the programs of the specification compile", { timeout: 180_000 }, async () => {
  const modules = [random, aws, postgresql, time].flatMap((each) => [...typingsOf(each)]);
  const wrong = { "wrong.ts": programs["random.ts"].replace("length: 24", "lenght: 24") };
  expect(await compileProgram({ ...programs, ...wrong }, modules, "nodenext")).toEqual([
    expect.stringMatching(/wrong\.ts\(2,/),
  ]);
});
