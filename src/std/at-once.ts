/**
 * A value, or a promise of it. The caller checks which it is: `answer instanceof Promise ? await answer : answer`.
 *
 * Only for the hot path, the planning of a resource that does not change: the evaluation of its inputs (`program/`,
 * `engine/facts/asked.ts`), the steps of `engine/planning/walk/`, and everything that a provider call goes through
 * (`provider/contract/`, `provider/typed/`, `engine/providers/`, the tape of a plan file, `Limiter` and `SharedTime`).
 * There it reduced the garbage per resource from 62 to 46 KiB (docs/decisions/0054-answers-at-once.md). Everything else
 * is plain `async`.
 */
export type AtOnce<T> = T | Promise<T>;
