import * as coconut from "@coconut/coconut";
import { File } from "#tf/local";
import { durationParse, Offset, Static } from "#tf/time";

const config = new coconut.Config();
const lifetime = config.get("lifetime") ?? "2160h";

const issued = new Static("issued", { rfc3339: "2026-11-18T12:00:00Z" });
const { result: length } = coconut.invokeOutput(durationParse, { duration: lifetime });
const renewal = new Offset("renewal", { baseRfc3339: issued.rfc3339, offsetHours: length.hours });

const note = new File("note", {
  filename: "out/renewal.txt",
  content: coconut.interpolate`Renew the certificate before ${renewal.rfc3339}.\n`,
  filePermission: "0644",
});

export const renewBefore = renewal.rfc3339;
export const sha256 = note.contentSha256;
