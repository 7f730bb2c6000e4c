import type { DescribedProvider } from "./described-provider.js";
import { planModules } from "./plan-modules.js";

/** A class or function of a package. */
export interface PackageMember {
  /** The type or token in state and in plans: `tf_aws:aws_s3_bucket`, `tf_aws:data:aws_ami`. */
  readonly token: string;
  /** The exported class or function, and the module that exports it. */
  readonly export: string;
  readonly module: string;
}

/** A member with its name in Terraform. `provider` is the class of configurations. */
export interface Member extends PackageMember {
  readonly kind: "provider" | "resource" | "data" | "ephemeral" | "function";
  readonly type: string;
}

/** Returns everything that the generated modules of a provider export. */
export function packageMembers(provider: DescribedProvider): readonly Member[] {
  const modules = planModules(provider);
  const isOne = modules.length === 1;
  return modules.flatMap(({ path, exports }) => {
    const module = `#tf/${isOne ? path.slice(0, path.lastIndexOf("/")) : path}`;
    return exports.map(({ kind, type, name }) => ({
      kind,
      type,
      token: tokenOf(provider.package, kind, type),
      export: name,
      module,
    }));
  });
}

function tokenOf(name: string, kind: Member["kind"], type: string): string {
  if (kind === "provider") return name;
  const part = { resource: "", data: "data:", ephemeral: "ephemeral:", function: "fn:" }[kind];
  return `${name}:${part}${type}`;
}
