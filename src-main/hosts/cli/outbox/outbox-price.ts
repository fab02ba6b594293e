/** The price of what is in line: the options that agree to it, and what it does to the floor. */
import type { Command } from 'commander';
import { floorBreach, type FloorBreach } from '../../../../src-shared/model/money/spend-limits.ts';
import type { Account } from '../../../app/account.ts';
import type { CommandContext } from '../command-context.ts';
import { readCount } from '../option-values.ts';
import { BELOW_FLOOR_HELP } from '../price-agreement.ts';

export function withPrice(command: Command): Command {
  return command
    .option('--yes', 'agree to the price')
    .option('--max-credits <n>', 'agree to a price up to n credits', readCount('--max-credits'))
    .option('--below-floor', BELOW_FLOOR_HELP)
    .option('--json', 'print one JSON document');
}

/** What this price does to the floor, as far as the balance is known. */
export async function breachOf(
  money: Account['credits'],
  credits: number,
  { signal }: CommandContext,
): Promise<FloorBreach | null> {
  const limits = money.limits();
  if (limits.floor === null) return null;
  const read = await money.balance(signal);
  return floorBreach(limits, read.ok ? read.value : null, credits);
}
