import {
  CustomResource,
  ProviderResource,
  type Input,
  type Output,
  type ResourceOptions,
} from "../../../src/sdk/index.js";

/** What programs make of the package `shelf`. The classes only name their types: the package runs in a child. */
export class Thing extends CustomResource {
  readonly size!: Output<number>;
  readonly shown!: Output<string>;

  constructor(name: string, args: ThingArguments, options?: ResourceOptions) {
    super("shelf:index:Thing", name, args, options);
  }
}

interface ThingArguments {
  readonly name: string;
  readonly label: Input<string>;
  readonly token?: Input<string>;
  readonly pin?: Input<string>;
}

export class ShelfProvider extends ProviderResource {
  constructor(name: string, config: { readonly folder: Input<string>; readonly password?: Input<string> }) {
    super("shelf", name, config);
  }
}
