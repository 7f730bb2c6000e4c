import type { Diagnostic } from "../../../model/index.js";
import { counted } from "../../../std/counted.js";
import { printable } from "../../../std/printable.js";
import { shortAddress } from "../../../terraform/source/index.js";
import type { Choice, Offer } from "./choose-version.js";
import { problem } from "./diagnostics.js";
import { expectedText, packageText } from "./find-problems.js";
import type { PackageId } from "./package-layout.js";
import type { PackageSource, WantedPackage } from "./package-source.js";
import { wantedText, type WantedProvider } from "./wanted-provider.js";

/** No place has the provider at all. */
export function notAnywhere(
  { source }: WantedProvider,
  asked: readonly PackageSource[],
  offline: boolean,
): Diagnostic {
  const name = shortAddress(source.address);
  if (asked.length === 0)
    return problem("provider/terraform-no-version", {
      detail: offline
        ? `The provider ${wantedText(source)} is not in the cache, no mirror in the file system has it, and the network may not be used.`
        : `The configuration of the command line excludes ${name} from every place in provider_installation.`,
      hint: offline
        ? "Run the command without --offline."
        : "Add a place for the provider to provider_installation, or correct include and exclude.",
    });
  return problem("provider/terraform-no-version", {
    detail: `${counted(asked.length, "place")} searched for ${name}, and none has it: ${asked.map(({ title }) => title).join(", ")}.`,
    hint: offline
      ? "Check the address for a spelling mistake, or run the command without --offline."
      : "Check the address for a spelling mistake. A provider in another registry needs its host: example.com/namespace/type.",
  });
}

/** No version can be chosen from those that the places have. */
export function noChoice(
  wanted: WantedProvider,
  choice: Exclude<Choice, { readonly kind: "version" }>,
  context: {
    readonly offers: readonly Offer[];
    readonly platform: string;
    readonly kept: string | undefined;
  },
): Diagnostic {
  const { source, name } = wanted;
  const address = shortAddress(source.address);
  const titles = context.offers.map((offer) => offer.source.title).join(", ");
  switch (choice.kind) {
    case "none": {
      const shown = choice.newest.slice(0, mostShown).map(printable);
      const rest = choice.newest.length - shown.length;
      const has = `${titles} has ${shown.join(", ")}${rest > 0 ? ` and ${counted(rest, "older version")}` : ""}`;
      if (context.kept !== undefined)
        return problem("provider/terraform-no-version", {
          detail: `The lock file has ${address} ${context.kept}, but ${has}.`,
          hint: "Choose another version:\n    coco provider upgrade",
        });
      return problem("provider/terraform-no-version", {
        detail:
          source.constraint === undefined
            ? `All versions of ${address} are pre-releases: ${has}.`
            : `No version of ${address} fits the constraint ${source.constraint.text} of the package ${name}: ${has}.`,
        hint: "Correct the constraint in coconut.json. Only an exact constraint, such as 1.2.0-beta1, chooses a pre-release.",
      });
    }
    case "platform":
      return problem("provider/terraform-no-version", {
        detail: `${address} ${choice.version} has no package for ${context.platform}. ${choice.platforms.length === 0 ? "It has none for other platforms." : `It has packages for ${choice.platforms.map(printable).join(", ")}.`}`,
        hint:
          choice.older === undefined
            ? "Use another version of the provider, or another machine."
            : `Version ${choice.older} has one. Name it in coconut.json: ${JSON.stringify(`${address}@${choice.older}`)}`,
      });
    case "protocol":
      return problem("provider/terraform-no-version", {
        detail: `${address} ${choice.version} speaks protocol ${choice.protocols.map(printable).join(", ")} of Terraform. Coconut supports the protocols 5 and 6.`,
        hint: "Use a newer version of the provider.",
      });
  }
}

const mostShown = 5;

/** The fetched package is not the locked one. */
export function fetchedMismatch(
  wanted: WantedPackage,
  { title, found }: { readonly title: string; readonly found: readonly string[] },
): Diagnostic {
  return problem("provider/terraform-hash", {
    detail: `The package of ${packageText(wanted)} for ${wanted.platform} from ${title} has the hashes ${found.join(", ")}. ${expectedText(wanted.locked)} Nothing was installed.`,
    hint: `The package differs from the one that was locked: do not use it unless you know why. To lock it again, remove the entry from .terraform.lock.hcl with\n    coco provider upgrade ${shortAddress(wanted.address)}`,
  });
}

/** The fetched package has no program. */
export function noProgram(id: PackageId, title: string): Diagnostic {
  return problem("provider/terraform-package", {
    detail: `The package of ${packageText(id)} for ${id.platform} from ${title} has no program terraform-provider-${id.address.type}.`,
    hint: "Report it to the author of the provider.",
  });
}
