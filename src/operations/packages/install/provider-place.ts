import type { Download } from "../../../render/progress/index.js";

/** The project in which a command installs providers, and what the command lets it do. */
export interface ProviderPlace {
  readonly projectFolder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Use the cache and filesystem mirrors only. */
  readonly isOffline: boolean;
  /** Ends downloads. */
  readonly signal: AbortSignal;
  /** Called when the progress of a provider changes. `key` is its package. */
  readonly progress: (key: string, download: Download) => void;
}
