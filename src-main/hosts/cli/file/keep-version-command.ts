/**
 * `labseal file keep-version` approves what a notarized file has become, as a new version. Each file is named: no other
 * price contains it.
 */
import type { AnsweringCommand } from '../answering-command.ts';
import { counted, priceText } from '../../../../src-shared/model/words/en/figures.ts';
import { printablePath } from '../../../../src-shared/model/text/printable.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, UsageError } from '../exit-code.ts';
import { readCount } from '../option-values.ts';
import { agreeToPrice, tellPrice, type PriceOptions } from '../price-agreement.ts';
import { knownFile } from '../subjects.ts';

interface KeepOptions extends PriceOptions {}

export function addKeepVersionCommand(file: AnsweringCommand, context: CommandContext): void {
  file
    .command('keep-version <file...>')
    .description('notarize what a notarized file has become, as a new version')
    .option('--yes', 'agree to the price')
    .option('--max-credits <n>', 'the same, up to n credits', readCount('--max-credits'))
    .answers(async (application, output, asked: string[], options: KeepOptions) => {
      const { call, isElsewhere } = application;
      const files = [];
      for (const each of asked) {
        const known = await knownFile(each, application);
        if (known.state !== 'changed' || known.blake3 === null) {
          throw new UsageError(
            `${printablePath(known.path)} has not changed since it was notarized.`,
          );
        }
        files.push({ ...known, blake3: known.blake3 });
      }
      const credits = files.reduce((sum, each) => sum + each.credits, 0);
      const isPriceExact = files.every((each) => each.isPriceExact);
      const what = counted(files.length, 'new version', 'new versions');
      tellPrice(`${what}: ${priceText({ credits, isPriceExact })}.`, options, output);
      const price = { credits, question: 'Keep what is there now?', breach: null };
      if (!(await agreeToPrice(price, options, output, context))) return EXIT.needsPerson;
      for (const { id, blake3, credits: own } of files) {
        await call('files.keepVersion', { asked: id, blake3, credits: own });
      }
      output.json({ kept: files.map(({ id }) => id) });
      output.line(`${what} approved.`);
      output.aside(
        isElsewhere
          ? 'The running Labseal sends them in their turn.'
          : 'Nothing was spent yet: "labseal sync" sends them.',
      );
      return EXIT.done;
    });
}
