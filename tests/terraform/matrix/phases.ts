/** The rows of the table, in the order in which they are shown. */
export const phases = {
  plan: "`coco plan` shows a create, and values that are known after apply; nothing exists yet",
  apply: "`coco apply` creates the object; state has its id and outputs",
  "no changes": "a second plan is empty, and the provider performs nothing",
  update: "a changed input updates the object",
  replace: "a changed input replaces the object: the old one is deleted first",
  drift: "a change outside Coconut is shown as drift, and apply reverts it",
  gone: "an object that was deleted outside Coconut is created again",
  refresh: "`coco refresh` updates state, and not the object",
  "import by command": "`coco import` records an existing object; the code that it prints needs no change",
  "no import": "a type that cannot be imported: the provider's error is shown, and nothing is recorded",
  "import by option": "the option `import` adopts an existing object",
  "targeted destroy": "`coco destroy -t <name>` deletes one object and keeps the others",
  destroy: "`coco destroy` deletes all objects; state is empty",
  "plan file": "`coco plan --out <file>` and `coco apply <file>` perform the saved plan",
  "two configurations":
    "two provider resources have a process each, and every object has the right configuration",
  "unknown configuration":
    "a provider resource that depends on a new resource: plans come from the schema, apply plans with the provider",
  "default configuration": "resources without a provider resource use the configuration of the stack",
  "data source": "`terraform.dataSource` returns the result, and a dependency delays the read",
  function: "`terraform.providerFunction` returns the result or the provider's error",
  "ephemeral value": "an ephemeral value reaches a write-only input; it is not stored, and is closed",
  "state upgrade": "state of an older schema version is upgraded by the provider",
  "no id": "a type without `id` is identified by its identity, or has a fixed id",
  "identity import": "an object is imported by its identity as JSON",
  "sets in any order": "another order of the elements of a set is no change",
  "nested values":
    "nested attributes and blocks of all nestings are created, changed and without changes afterwards",
  "max-1 block": "a block that occurs at most once is given as an object",
  "exact numbers": "long numbers and dynamic values arrive without a loss",
  customTimeouts: "the option reaches the `timeouts` of the type",
  ignoreChanges: "the option keeps the value of the object",
  replaceOnChanges: "the option replaces instead of updating",
  "cancel once": "SIGINT waits for the call in flight, and records its result",
  "cancel twice": "a second SIGINT stops the provider; the next run settles the result",
  "invalid input": "unknown, missing and wrong inputs are reported before the provider is called",
  "provider error": "an error has the path of its attribute, and no other resource is affected",
  warning: "warnings of a create and of an update are messages of the resource",
  "refused delete": "a deletion that the provider refuses fails the plan",
  "wrong plan": "a plan that breaks the rules of the protocol is rejected",
  "wrong result": "a result that differs from the plan fails the resource, and the object is in state",
  "unknown result": "a result with unknown values is recorded as unfinished",
  "no result": "no object and no error: the create is uncertain",
  "failed create": "a create that made nothing leaves nothing in state, and is repeated",
  "partial create": "an object whose create failed is recorded and replaced",
  "failed update": "the object is read again after a failed update",
  "failed delete": "an object that could not be deleted stays in state",
} as const;

export type Phase = keyof typeof phases;

export const phaseNames = Object.keys(phases) as readonly Phase[];
