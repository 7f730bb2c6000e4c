import * as coconut from "@coconut/coconut";
import { Process } from "@coconut/coconut/process";

export interface WebServiceArgs {
  /** What it says to everybody. */
  readonly greeting: coconut.Input<string>;
  readonly release: coconut.Input<string>;
  /** How many of it there are, 1 to 5. */
  readonly replicas?: number | undefined;
  /** How much memory each of them may take. */
  readonly size?: keyof typeof megabytes | undefined;
}

const megabytes = { small: 64, large: 256 };

/** The same server several times, each on a port of its own. */
export class WebService extends coconut.ComponentResource {
  readonly release: coconut.Output<string>;
  readonly urls: coconut.Output<string[]>;

  constructor(name: string, args: WebServiceArgs, options?: coconut.ResourceOptions) {
    super("library:web:WebService", name, args, options);
    const { greeting, release, replicas = 1, size = "small" } = args;
    if (!Number.isInteger(replicas) || replicas < 1 || replicas > 5)
      throw new RangeError(`The web service ${name} asks for ${replicas} replicas; it can have 1 to 5.`);

    const servers = Array.from({ length: replicas }, (_, index) => {
      const command = ["node", `--max-old-space-size=${megabytes[size]}`, "library/serve.mjs"];
      const environment = { GREETING: greeting, RELEASE: release };
      return new Process(
        `${name}-${index + 1}`,
        { command, environment, port: "free", health: { http: "/" } },
        { parent: this },
      );
    });
    this.release = coconut.output(release);
    this.urls = coconut
      .all(servers.map(({ url }) => url))
      .apply((urls) => urls.filter((url) => url !== undefined));
    this.registerOutputs({ release: this.release, urls: this.urls });
  }
}
