/** What may be uploaded to check for duplicates: only a person's answer allows it. */
import type { CheckPolicy } from '../../../../src-shared/model/files/assignment.ts';
import {
  CHECK_CHOICES,
  CHECK_PROMISE,
  SAME_MOMENT,
} from '../../../../src-shared/model/words/en/checks.ts';
import type { Result } from '../../../../src-shared/model/result.ts';
import type { CoreFault } from '../../../../src-shared/model/status/core-fault.ts';
import { valueOf } from '../command-context.ts';
import { UsageError } from '../exit-code.ts';
import { readCheckPolicy } from '../option-values.ts';
import type { Output } from '../output.ts';
import { ask, canAsk } from '../prompt.ts';

/**
 * The answer given as an option, else by a person at the terminal; null: nobody gave one, and nothing may be uploaded.
 * `mayBe`: what is refused anyway is said before anybody is asked.
 */
export async function chosenCheck(
  { check }: { readonly check?: CheckPolicy },
  mayBe: () => Promise<Result<unknown, CoreFault>>,
  output: Output,
): Promise<CheckPolicy | null> {
  if (check !== undefined) return check;
  if (output.isJson || !canAsk(output.environment)) return null;
  valueOf(await mayBe());
  return askCheck(output);
}

/** Asks until the answer can be read; Enter means always. */
async function askCheck(output: Output): Promise<CheckPolicy> {
  const widest = Math.max(...CHECK_CHOICES.map(([answer]) => answer.length));
  output.note(CHECK_PROMISE);
  for (const [answer, means] of CHECK_CHOICES) {
    output.note(`  ${answer.padEnd(widest)}  ${means}`);
  }
  output.note(SAME_MOMENT);
  for (;;) {
    const answer = await ask('Check for duplicates [always]: ', '--check', output.environment);
    try {
      return answer === '' ? 'always' : readCheckPolicy(answer.toLowerCase());
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      output.note('Answer always, never or a size like 100MB.');
    }
  }
}
