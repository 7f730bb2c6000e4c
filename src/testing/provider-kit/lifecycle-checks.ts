import type { Check } from "./check.js";

export const lifecycleChecks: readonly Check[] = [
  {
    name: (type) => `a ${type} that was created needs nothing more`,
    async run(bench) {
      bench.asks(await bench.sample.create());
      await bench.apply();
      const plan = await bench.plan();
      if (!plan.isEmpty) throw new Error(plan.text());
    },
  },
];
