import type { Sentence } from "../sentence.js";

/** `apply`, `all`, `unwrap` and resource references. */
export const combinators: readonly Sentence[] = [
  {
    id: "4.136",
    title: "Due to the fact that Output<T> values",
    says: "An output is transformed only through combinators that keep its metadata; using it as a plain value is refused.",
    shownBy: "test",
  },
  {
    id: "4.137",
    title: "apply<T, U>(o: Output<T>, f: (t: T)",
    says: "`apply` calls the function with the concrete value once there is one and gives an output of the result.",
    shownBy: "test",
  },
  {
    id: "4.138",
    title: "The result will depend on the union",
    says: "The result of `apply` depends on what the value depends on and on what the callback's own result depends on.",
    shownBy: "test",
  },
  {
    id: "4.139",
    title: "If the original value is unknown, the",
    says: "`apply` does not run its callback on an unknown value, and its result is unknown.",
    shownBy: "test",
  },
  {
    id: "4.140",
    title: "If the original value is secret, the",
    says: "The result of `apply` on a secret value is secret.",
    shownBy: "test",
  },
  {
    id: "4.141",
    title: "all<T₀, T₁, ..., Tₙ>(t₀: Output<T₀>, t₁: Output<T₁>",
    says: "`all` makes one output of the unwrapped tuple from outputs of different types.",
    shownBy: "test",
  },
  {
    id: "4.142",
    title: "The tuple output will depend on the",
    says: "The result of `all` depends on what any of its members depends on.",
    shownBy: "test",
  },
  {
    id: "4.143",
    title: "If any of the provided outputs are unknown",
    says: "The result of `all` is unknown when any member is.",
    shownBy: "test",
  },
  {
    id: "4.144",
    title: "If any of the provided outputs are secret",
    says: "The result of `all` is secret when any member is.",
    shownBy: "test",
  },
  {
    id: "4.145",
    title: "The unwrap function collapses a value of",
    says: "`unwrap` makes an `Output<T>` of an `Output<Output<T>>`.",
    shownBy: "test",
  },
  {
    id: "4.146",
    title: "In doing so metadata is combined as",
    says: "`unwrap` loses no metadata of either layer.",
    shownBy: "test",
  },
  {
    id: "4.147",
    title: "The resulting Output<T>'s dependencies are the union",
    says: "The result of `unwrap` depends on what the outer and the inner output depend on.",
    shownBy: "test",
  },
  {
    id: "4.148",
    title: "The resulting Output<T> is unknown if either",
    says: "The result of `unwrap` is unknown when either layer is.",
    shownBy: "test",
  },
  {
    id: "4.149",
    title: "The resulting Output<T> is secret if either",
    says: "The result of `unwrap` is secret when either layer is.",
    shownBy: "test",
  },
  {
    id: "4.150",
    title: "A ResourceReference represents a reference to a",
    says: "A resource among the inputs of another becomes a reference to it.",
    shownBy: "test",
  },
  {
    id: "4.151",
    title: "Resource references most commonly appear in the",
    says: "A component takes references to other resources and may give references to its children as outputs.",
    shownBy: "test",
  },
  {
    id: "4.152",
    title: "In order to support the rehydration of",
    says: "A reference holds the URN and, unless it is of a component, the id and the version of the provider.",
    shownBy: "test",
  },
  {
    id: "4.153",
    title: "While in principle a URN is sufficient",
    says: "Where references are not understood, the id of the resource is passed without a look into state.",
    shownBy: "test",
  },
  {
    id: "4.154",
    title: "The provider version in particular allows deserialization",
    says: "A reference becomes an object of the class that belongs to the provider version it names.",
    shownBy: "test",
  },
  {
    id: "4.155",
    title: "Resource references are hydrated using the built-in",
    says: "A reference becomes a resource again through the built-in function `getResource`.",
    shownBy: "test",
  },
];
