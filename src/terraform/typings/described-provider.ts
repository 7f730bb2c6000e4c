import type { FunctionSignature, Schema } from "../schema/index.js";

/** A provider whose types are generated. */
export interface DescribedProvider {
  /** The name of the package: `tf_random`. */
  readonly package: string;
  /** The type of the provider: `random`, `google-beta`. */
  readonly type: string;
  /** The version of the provider; empty if it is not known. */
  readonly version: string;
  readonly schemas: DescribedSchemas;
}

/** The schemas of a provider. Each is requested when its type is generated, because large providers have megabytes of them. */
export interface DescribedSchemas {
  /** The schema of the provider's own configuration. */
  readonly provider: Schema;
  resourceTypes(): readonly string[];
  resource(type: string): Schema | undefined;
  dataSourceTypes(): readonly string[];
  dataSource(type: string): Schema | undefined;
  ephemeralTypes(): readonly string[];
  ephemeral(type: string): Schema | undefined;
  readonly functions: ReadonlyMap<string, FunctionSignature>;
}

/** A generated file. The path is relative to the folder of all generated files, with forward slashes. */
export interface TypingsFile {
  readonly path: string;
  readonly text: string;
}
