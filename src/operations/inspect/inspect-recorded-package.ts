import type { PackageRecord } from "../../model/index.js";
import { importInstalled, importModule } from "../../program/load/index.js";
import { schemaOf } from "../../provider/index.js";
import { loadRecordedProvider } from "../../provider/host/index.js";

/** A package that state names, as currently installed. */
export interface RecordedPackage {
  readonly version: string;
  readonly types: {
    readonly [type: string]: {
      readonly schemaVersion: number;
      /** True if the object of an interrupted create can be found. */
      readonly isFindable: boolean;
    };
  };
}

/**
 * Loads a package that state names, as a run would. Throws if it cannot be loaded. A module of the project is
 * compiled into `cacheFolder`, which must be inside the project.
 */
export async function inspectRecordedPackage(
  { name, module }: PackageRecord,
  projectFolder: string,
  cacheFolder: string,
): Promise<RecordedPackage> {
  const loading = {
    projectFolder,
    loadLocal: (file: string) => importModule(file, projectFolder, { cacheFolder }),
    loadInstalled: (file: string) => importInstalled(file, projectFolder, { cacheFolder }),
  };
  const { version, resources } = await loadRecordedProvider(loading, { name, module });
  const types = await Promise.all(
    [...resources.values()].map(async (defined) => {
      const { version: schemaVersion } = await schemaOf(defined);
      return [defined.type, { schemaVersion, isFindable: defined.find !== undefined }] as const;
    }),
  );
  return { version, types: Object.fromEntries(types) };
}
