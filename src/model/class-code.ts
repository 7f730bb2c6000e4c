/** How TypeScript gets the class of a resource type. */
export type ClassCode =
  /** Imports it: `import { Password } from "#tf/random"`. */
  | { readonly kind: "exported"; readonly module: string; readonly name: string }
  /** Makes it: `const RandomPassword = terraform.resource("random_password")`. */
  | {
      readonly kind: "made";
      readonly name: string;
      /** Import statements that the expression needs. */
      readonly imports: readonly string[];
      readonly expression: string;
    };
