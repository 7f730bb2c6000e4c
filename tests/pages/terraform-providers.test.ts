import { afterAll, beforeAll, describe, test } from "vitest";
import { ShippedPackage } from "../support/shipped-package.js";
import { withoutGo } from "../terraform/providers/provider-binaries.js";
import { expectFollowed, openPage, providerPages } from "./pages.js";
import { ProviderMirror } from "./provider-mirror.js";

const reason = withoutGo === undefined ? "" : `: ${withoutGo}`;

describe.skipIf(withoutGo !== undefined)(`with a mirror of Terraform providers${reason}`, () => {
  let shipped: ShippedPackage;
  let mirror: ProviderMirror;
  beforeAll(async () => {
    shipped = new ShippedPackage();
    mirror = await ProviderMirror.make();
  }, 300_000);
  afterAll(() => {
    mirror.remove();
    shipped.remove();
  });

  test.each(providerPages)("%s", { timeout: 300_000 }, async (path) => {
    const place = openPage(path, shipped, mirror.environment);
    try {
      await expectFollowed(path, place);
    } finally {
      place.remove();
    }
  });
});
