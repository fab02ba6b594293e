/** What became of a free change, printed. */
import type { Change } from '../../../../src-shared/model/changes/change.ts';
import type { CoreFault } from '../../../../src-shared/model/status/core-fault.ts';
import type { Result } from '../../../../src-shared/model/result.ts';
import { printChange } from './change-report.ts';
import { valueOf } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { Output } from '../output.ts';

/** Null: it came to nothing, because it is so already or took back what waited. */
export function printWish(wished: Result<Change | null, CoreFault>, output: Output): ExitCode {
  const change = valueOf(wished);
  if (change !== null) return printChange(change, output);
  output.json({ ok: true, change: null });
  output.line('Nothing is left to send: it is so already, or what waited was taken back.');
  return EXIT.done;
}
