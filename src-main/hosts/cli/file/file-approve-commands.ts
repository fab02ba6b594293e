/**
 * `labseal file approve` lifts holds that wait for an approval, `labseal file include` includes files that were
 * excluded. Neither spends anything: the next sync shows the price. `labseal file keep-version` approves what a notarized
 * file has become, as a new version; each file is named, since no other price contains it.
 */
import type { AnsweringCommand } from '../answering-command.ts';
import {
  MOST_NAMED_FILES,
  type FileSelection,
  type SpendOffer,
} from '../../../../src-shared/bridge/file-calls.ts';
import type { FileView } from '../../../../src-shared/model/files/file-view.ts';
import {
  APPROVAL_KINDS,
  type ApprovalKind,
} from '../../../../src-shared/model/money/spend-limits.ts';
import {
  counted,
  fileText,
  integer,
  priceText,
} from '../../../../src-shared/model/words/en/figures.ts';
import type { Application } from '../application.ts';
import { EXIT, UsageError } from '../exit-code.ts';
import { readCount, readOneOf } from '../option-values.ts';
import type { Output } from '../output.ts';
import { agreeToPrice, tellPrice, type PriceOptions } from '../price-agreement.ts';
import { knownFile } from '../subjects.ts';
import { printablePath } from '../../../../src-shared/model/text/printable.ts';

interface ApproveOptions extends PriceOptions {
  readonly allHeld?: ApprovalKind;
}

const LIFTED: Readonly<Record<ApprovalKind, string>> = {
  review: 'approved',
  size_confirm: 'confirmed in spite of the size',
  budget: 'allowed beyond floor and budgets, once',
  duplicate: 'to be notarized here too',
  id_in_use: 'to be sent again, although the first upload counts as charged',
  record_deleted: 'to be notarized again, although the record was deleted',
};

export function addApproveCommand(file: AnsweringCommand): void {
  file
    .command('approve [file...]')
    .description(
      'let held files go, or notarize known content here too; nothing is sent before its price is agreed to',
    )
    .option(
      '--all-held <reason>',
      `every file held for this: ${APPROVAL_KINDS.join(', ')}`,
      readOneOf('--all-held', APPROVAL_KINDS),
    )
    .option('--yes', 'agree to the price, where a running Labseal sends them at once')
    .option('--max-credits <n>', 'the same, up to n credits', readCount('--max-credits'))
    .answers(async (application, output, asked: string[], options: ApproveOptions) => {
      const { call, isElsewhere } = application;
      const held = await heldFiles(asked, options.allHeld, application);
      const { selection } = held;
      const { approve: offer } = await call('files.selected', { selection });
      if (isElsewhere && offer.files > 0 && !(await isAgreed(offer, options, output))) {
        return EXIT.needsPerson;
      }
      // Of files that were named, one that awaits nothing is refused.
      const isNamed = options.allHeld === undefined;
      const { credits } = offer;
      if (isNamed || offer.files > 0) {
        await call('files.approve', { selection, credits, isWhole: isNamed });
      }
      const lifted = isNamed ? held.kinds : new Map([[options.allHeld, offer.files]]);
      output.json({ approved: Object.fromEntries([...lifted].filter(([, files]) => files > 0)) });
      if (offer.files === 0) output.line('No file waits for that.');
      for (const [kind, files] of lifted) {
        if (files > 0) output.line(`${fileText(files)} ${LIFTED[kind]}.`);
      }
      output.aside(
        isElsewhere
          ? 'The running Labseal sends them in their turn.'
          : 'Nothing was spent. "labseal sync" shows the price first.',
      );
      return EXIT.done;
    });
}

/** A program that follows the folders pays for what was let go, without asking again. */
function isAgreed(offer: SpendOffer, options: PriceOptions, output: Output): Promise<boolean> {
  const { credits, files, isExact } = offer;
  const price = priceText({ credits, isPriceExact: isExact });
  const what = fileText(files);
  tellPrice(`The running Labseal sends ${what} at once, for ${price}.`, options, output);
  return agreeToPrice({ credits, question: 'Send them?', breach: null }, options, output);
}

/** The files, and of those that are named how many are held for what. */
async function heldFiles(
  asked: readonly string[],
  kind: ApprovalKind | undefined,
  application: Application,
): Promise<{
  readonly selection: FileSelection;
  readonly kinds: ReadonlyMap<ApprovalKind, number>;
}> {
  if (kind !== undefined) {
    if (asked.length > 0) throw new UsageError('Name files or --all-held, not both.');
    const filter = kind === 'duplicate' ? { states: ['duplicate' as const] } : { holds: [kind] };
    return { selection: { filter, exceptIds: [] }, kinds: new Map() };
  }
  if (asked.length === 0) throw new UsageError('Name the files, or all of a kind with --all-held.');
  const files = await knownFiles(asked, application);
  const kinds = new Map<ApprovalKind, number>();
  for (const { state, hold } of files.values()) {
    const what = APPROVAL_KINDS.find((each) => each === (state === 'held' ? hold : state));
    if (what !== undefined) kinds.set(what, (kinds.get(what) ?? 0) + 1);
  }
  return { selection: { fileIds: [...files.keys()] }, kinds };
}

/** By their numbers. Throws `CommandFault` for a file that is not known here. */
async function knownFiles(
  asked: readonly string[],
  application: Application,
): Promise<ReadonlyMap<string, FileView>> {
  if (asked.length > MOST_NAMED_FILES) {
    throw new UsageError(`Name at most ${integer(MOST_NAMED_FILES)} files at once.`);
  }
  const files = new Map<string, FileView>();
  for (const each of asked) {
    const file = await knownFile(each, application);
    files.set(file.id, file);
  }
  return files;
}

/** Includes files that were excluded because they existed before their folder was watched. */
export function addFileIncludeCommand(file: AnsweringCommand): void {
  file
    .command('include <file...>')
    .description('take files that "folder add --only-new" left out; spends nothing')
    .answers(async (application, output, asked: string[]) => {
      const { call, isElsewhere } = application;
      const selection = { fileIds: [...(await knownFiles(asked, application)).keys()] };
      const { include } = await call('files.selected', { selection });
      const taken = await call('files.takeEarlier', { selection, credits: include.credits });
      output.json({ included: taken });
      output.line(
        taken.length === 0
          ? 'None of them was left out for having been there before.'
          : `${counted(taken.length, 'file goes', 'files go')} the way of new files.`,
      );
      const sender = isElsewhere ? 'The running Labseal' : 'Nothing was spent. "labseal sync"';
      output.aside(`${sender} sends what a budget covers, and shows the price of the rest first.`);
      return EXIT.done;
    });
}

export function addKeepVersionCommand(file: AnsweringCommand): void {
  file
    .command('keep-version <file...>')
    .description('notarize what a notarized file has become, as a new version')
    .option('--yes', 'agree to the price')
    .option('--max-credits <n>', 'the same, up to n credits', readCount('--max-credits'))
    .answers(async (application, output, asked: string[], options: PriceOptions) => {
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
      if (!(await agreeToPrice(price, options, output))) return EXIT.needsPerson;
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
