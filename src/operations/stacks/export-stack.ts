import { createHash } from "node:crypto";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { deploymentOf, ownProvider, type DeploymentFile } from "../../state/deployment/index.js";
import { systemPorts, type StackStore } from "../../store/internal.js";
import { stackName, type StackAddressed } from "../../store/internal.js";
import { withStackStore } from "../with-stack-store.js";

export interface ExportOptions {
  /** Writes secrets in plain text, readable by any tool. By default only this stack's key decrypts them. */
  readonly showSecrets?: boolean;
}

/** The identity of an exported stack. */
export interface ExportedStack {
  readonly store: Pick<StackStore, "read" | "lineage" | "sealDocument">;
  readonly project: string;
  /** As in URNs. */
  readonly stack: string;
  readonly projectFolder: string;
  /** The time in ISO 8601. */
  readonly now: string;
}

/** Returns the state of a stack as deployment JSON, version 3. */
export async function exportStack(
  { store, project, stack, projectFolder, now }: ExportedStack,
  { showSecrets = false }: ExportOptions = {},
): Promise<DeploymentFile> {
  const { snapshot } = await store.read();
  const seal = (text: string, place: string) =>
    `${sealedPrefix}${Buffer.from(store.sealDocument(Buffer.from(text), besideExport(place))).toString("base64")}`;
  return deploymentOf(snapshot, {
    stack,
    project,
    manifest: { time: now, magic: createHash("sha256").update(writer).digest("hex"), version: writer },
    projectPath: (file) => pathWithin(projectFolder, file),
    ...(!showSecrets && {
      seal,
      secretsProvider: { type: ownProvider, state: { project, stack, lineage: store.lineage } },
    }),
  });
}

/** Like `exportStack`, without the program of the stack. */
export function exportStackOf(place: StackAddressed, options: ExportOptions = {}): Promise<DeploymentFile> {
  const { project, projectFolder = process.cwd(), ports = systemPorts() } = place;
  return withStackStore({ ...place, ports }, (store) =>
    exportStack({ store, project, stack: stackName(place), projectFolder, now: ports.now() }, options),
  );
}

/** Takes the place of the engine version in the ecosystem's format. */
const writer = "coconut";

export const sealedPrefix = "coconut:";
/** The context that an encrypted secret of an export is bound to. */
export const besideExport = (place: string) => `stack export ${place}`;

function pathWithin(folder: string, file: string): string | undefined {
  const path = relative(resolve(folder), resolve(folder, file));
  return path === "" || path.startsWith("..") || isAbsolute(path) ? undefined : path.split(sep).join("/");
}
