import type { Words } from "../support/scenario/index.js";

/** What the processes of these tests run, by name: both sides of a kill have to know the same programs. */
export const programs = {
  bucket: ({ bucket }) => ({ arn: bucket("logs").arn }),

  /** A bucket, what needs it, and something that needs neither. */
  shop: ({ bucket, site, key }) => {
    const logs = bucket("logs", { region: "eu" });
    key("spare");
    return { url: site("www", { bucket: logs.arn }).url };
  },

  "shop with another title": ({ bucket, site, key }) => {
    const logs = bucket("logs", { region: "eu" });
    key("spare");
    return { url: site("www", { bucket: logs.arn, title: "Shop" }).url };
  },

  /** The bucket is replaced, new one first; the site follows. */
  "shop elsewhere": ({ bucket, site, key }) => {
    const logs = bucket("logs", { region: "us" });
    key("spare");
    return { url: site("www", { bucket: logs.arn }).url };
  },

  "shop without its site": ({ bucket, key }) => {
    bucket("logs", { region: "eu" });
    key("spare");
  },

  /** The bucket is called otherwise in the program, and the same in the cloud. */
  "shop with an archive": ({ bucket, site, key }) => {
    const logs = bucket("archive", { name: "logs", region: "eu" });
    key("spare");
    return { url: site("www", { bucket: logs.arn }).url };
  },

  "shop with an archive that was logs": ({ bucket, site, key }) => {
    const logs = bucket("archive", { name: "logs", region: "eu" }, { aliases: [{ name: "logs" }] });
    key("spare");
    return { url: site("www", { bucket: logs.arn }).url };
  },

  /** Has what an import of the old bucket asks for. */
  "shop with an old bucket": ({ bucket, site, key }) => {
    bucket("old", { region: "us" });
    const logs = bucket("logs", { region: "eu" });
    key("spare");
    return { url: site("www", { bucket: logs.arn }).url };
  },

  /** Secrets among inputs and outputs, and in the outputs of the stack. */
  vault: ({ key, coconut }) => {
    const one = key("one", { passphrase: coconut.secret("the first") });
    const two = key("two", { passphrase: coconut.secret("the second") });
    return { one: one.material, two: two.fingerprint };
  },

  disk: ({ disk, task }) => {
    const data = disk("data", { size: 1 });
    task("job", { command: data.device });
  },

  /** The disk is replaced, old one first; the task needs it and stays. */
  "larger disk": ({ disk, task }) => {
    const data = disk("data", { size: 2 });
    task("job", { command: data.device });
  },

  "two buckets": ({ bucket }) => {
    bucket("a");
    bucket("b");
  },

  /** A rule cannot be found again; something needs it, and something does not. */
  firewall: ({ rule, bucket, task }) => {
    const open = rule("open", { port: 443 });
    task("after", { command: open.state });
    bucket("logs");
  },
} satisfies Record<string, (words: Words) => unknown>;

export type ProgramName = keyof typeof programs;
