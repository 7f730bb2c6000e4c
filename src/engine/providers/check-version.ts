import { DiagnosticError, type Diagnostic, type SourcePosition } from "../../model/index.js";
import type { LoadedPackage } from "../../provider/contract/index.js";
import { problem } from "../diagnostics.js";

/** The requester of a package, in words, and the requested version. */
export interface VersionRequest {
  readonly who: string;
  readonly version: string | undefined;
  readonly resource?: string;
  readonly position?: SourcePosition | undefined;
}

/**
 * Throws if the installed version differs from the requested one, unless the kind of the package selects versions
 * itself.
 */
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
