import type { ProviderName } from "../providers/build-providers.js";

/** The providers of the table: two released ones, and the probes of `tests/terraform/providers`. */
export const columns = {
  time: {
    title: "time",
    about: "hashicorp/time 0.14.2; framework, protocol 5",
    program: "time",
    provider: "time",
  },
  local: {
    title: "local",
    about: "hashicorp/local; framework, protocol 5",
    program: "local",
    provider: "local",
  },
  framework6: {
    title: "framework, 6",
    about: "our probe; framework, protocol 6",
    program: "framework",
    provider: "probe",
  },
  framework5: {
    title: "framework, 5",
    about: "the same probe; framework, protocol 5",
    program: "framework",
    provider: "probe",
    environment: { PROBE_PROTOCOL: "5" },
  },
  sdk: { title: "SDKv2", about: "our probe; SDK v2, protocol 5", program: "sdk", provider: "probesdk" },
} as const satisfies Readonly<Record<string, Column>>;

export type ColumnName = keyof typeof columns;

export interface Column {
  /** The head of the column. */
  readonly title: string;
  readonly about: string;
  readonly program: ProviderName;
  /** The name of the provider, with which its types begin. */
  readonly provider: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export const columnNames = Object.keys(columns) as readonly ColumnName[];

/** The providers whose objects are files of a folder that tests read and change. */
export const probes = ["framework6", "framework5", "sdk"] as const satisfies readonly ColumnName[];

/** The columns of the probe that is made with the framework. */
export const frameworks = ["framework6", "framework5"] as const satisfies readonly ColumnName[];
