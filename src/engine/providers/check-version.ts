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
    detail: `${who} asks for version ${version} of the package ${name}, and version ${there} is there.`,
    hint: "Install the version that is meant, or take the option `version` away.",
    ...(resource !== undefined && { resource }),
    ...(position && { position }),
  });
}
