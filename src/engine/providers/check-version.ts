import { DiagnosticError, type Diagnostic, type SourcePosition } from "../../model/index.js";
import type { LoadedPackage } from "../../provider/contract/index.js";
import { problem } from "../diagnostics.js";

/** Who asks for a package, in words, and the version it asks for. */
export interface VersionRequest {
  readonly who: string;
  readonly version: string | undefined;
  readonly resource?: string;
  readonly position?: SourcePosition | undefined;
}

/** Refuses a package that is there in another version than the one that is asked for, unless its kind has chosen it. */
export function checkVersion({ record, choosesVersions }: LoadedPackage, request: VersionRequest): void {
  if (choosesVersions || request.version === undefined || request.version === record.version) return;
  throw new DiagnosticError(otherVersion(request, record.name, record.version));
}

function otherVersion(
  { who, version, resource, position }: VersionRequest,
  name: string,
  there: string,
): Diagnostic {
  return problem("engine/other-version", {
    detail: `${who} requests version ${version} of package ${name}, but version ${there} is installed.`,
    hint: "Install the requested version, or remove the option `version`.",
    ...(resource !== undefined && { resource }),
    ...(position && { position }),
  });
}
