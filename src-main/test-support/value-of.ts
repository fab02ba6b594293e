import type { Result } from '../../src-shared/model/result.ts';

/** The value of what a test expects to go well. */
export function valueOf<Value>(result: Result<Value, unknown>): Value {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.fault));
}
