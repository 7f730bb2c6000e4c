import * as coconut from "@coconut/coconut";
import { File } from "@coconut/coconut/local";
import type { WebService } from "./web-service.js";

export interface RosterArgs {
  readonly path: string;
  readonly services: readonly WebService[];
}

/** A list of where everything runs. */
export class Roster extends coconut.ComponentResource {
  readonly path: coconut.Output<string>;

  constructor(name: string, args: RosterArgs, options?: coconut.ResourceOptions) {
    super("library:web:Roster", name, {}, options);
    const parts = args.services.map(({ release, urls }) => coconut.all({ release, urls }));
    const content = coconut
      .all(parts)
      .apply((services) =>
        services.map(({ release, urls }) => urls.map((url) => `${url} ${release}\n`).join("")).join(""),
      );
    const file = new File(`${name}-file`, { path: args.path, content }, { parent: this });
    this.path = file.path;
    this.registerOutputs({ path: this.path });
  }
}
