/**
 * `labseal file approve` approves new files and lifts holds that wait for an approval, `takeEarlierFiles` takes files that
 * were left out. Neither spends anything: the next sync shows the price. `labseal file unapprove` takes approvals back.
 * `labseal file keep-version` approves what a notarized file has become, as a new version; each file is named, since no
 * other price contains it.
 */
import { type AnsweringCommand, HIDDEN } from '../answering-command.ts';
import {
  MOST_NAMED_FILES,
  type FileSelection,
  type SpendOffer,
} from '../../../../src-shared/bridge/file-calls.ts';
import type { FileView } from '../../../../src-shared/model/files/file-view.ts';
import { isUnread } from '../../../../src-shared/model/files/file-state.ts';
import {
  APPROVAL_KINDS,
  type ApprovalKind,
  type PassedLimit,
} from '../../../../src-shared/model/money/spend-limits.ts';
import {
  counted,
  fileText,
  integer,
  atMostText,
} from '../../../../src-shared/model/words/en/figures.ts';
import type { Application } from '../application.ts';
import { EXIT, UsageError } from '../exit-code.ts';
import { choosing, readCount, readOneOf } from '../option-values.ts';
import type { Output } from '../output.ts';
import { agreeToPrice, tellPrice, type PriceOptions } from '../price-agreement.ts';
import { folderIdOf, knownFile } from '../subjects.ts';
import { printablePath } from '../../../../src-shared/model/text/printable.ts';

interface ApproveOptions extends PriceOptions {
  readonly allHeld?: ApprovalKind;
  readonly folder?: string;
  readonly beyond?: readonly PassedLimit['budget'][];
}

const LIMITS = ['reserve', 'month', 'folder'] as const;
const readLimit = readOneOf('--beyond', LIMITS);
const collectLimits = choosing(
  (text: string) => text.split(',').map((limit) => readLimit(limit.trim())),
  LIMITS,
);

const LIFTED: Readonly<Record<ApprovalKind, string>> = {
  review: 'approved',
  size_confirm: 'confirmed in spite of the size',
  budget: 'allowed beyond the limits that were named, once',
  duplicate: 'to be notarized here too',
  id_in_use: 'to be sent again, although the first upload counts as charged',
  record_deleted: 'to be notarized again, although the record was deleted',
};

export function addApproveCommand(file: AnsweringCommand): void {
  file
    .command('approve [file...]')
    .description(
      'approve new files, let held ones go, or notarize known content here too; nothing is sent before you agree to its price',
    )
    .option(
      '--all-held <reason>',
      `every file held for this: ${APPROVAL_KINDS.join(', ')}`,
      readOneOf('--all-held', APPROVAL_KINDS),
    )
    .option('--folder <folder>', 'every new file of this folder that waits for approval')
    .option(
      '--beyond <limits>',
      'of files that a limit holds: the limits that they may pass once, separated by commas: reserve, month, folder',
      collectLimits,
    )
    .option('--yes', 'agree to the price, where a running Labseal sends them at once')
    .option('--max-credits <n>', 'the same, up to n credits', readCount('--max-credits'))
    .answers(async (application, output, asked: string[], options: ApproveOptions) => {
      const { call, isElsewhere } = application;
      const { allHeld, folder } = options;
      if ([asked.length > 0, allHeld, folder].filter(Boolean).length > 1)
        throw new UsageError('Name files, --all-held or --folder: one of them.');
      const held =
        folder === undefined
          ? await heldFiles(asked, allHeld, application)
          : waitingIn(await folderIdOf(folder, application));
      const { selection, fresh: which, kind } = held;
      const fresh = which === null ? 0 : await approveNew(which, options, application, output);
      if (fresh === null) return EXIT.needsPerson;
      if (selection === null) {
        if (fresh === 0) output.line(NONE_WAITS);
        output.json({ approved: fresh === 0 ? {} : { review: fresh } });
        return EXIT.done;
      }
      const { approve: offer } = await call('files.selected', { selection });
      if (isElsewhere && offer.files > 0 && !(await isAgreed(offer, options, output))) {
        return EXIT.needsPerson;
      }
      // Of files that were named, one that awaits nothing is refused; one that is still written waits.
      const isNamed = kind === null;
      const { credits, limits } = offer;
      const passing = limits.filter(({ budget }) => options.beyond?.includes(budget) === true);
      if (isNamed || offer.files > 0) {
        await call('files.approve', { selection, credits, isWhole: isNamed, passing });
      }
      const lifted = isNamed ? held.kinds : new Map([[kind, offer.files]]);
      const counts = new Map([...lifted, ['review', (lifted.get('review') ?? 0) + fresh] as const]);
      output.json({ approved: Object.fromEntries([...counts].filter(([, files]) => files > 0)) });
      if (offer.files + fresh === 0) {
        output.line(options.folder === undefined ? 'No file is held for that reason.' : NONE_WAITS);
      }
      for (const [each, files] of lifted) {
        if (files > 0) output.line(`${fileText(files)} ${LIFTED[each]}.`);
      }
      for (const unfinished of held.unfinished) {
        output.note(
          `${printablePath(unfinished)} is still being written or read: it is not approved.`,
        );
      }
      if (offer.files > 0) output.aside(nextSentence(isElsewhere, offer.credits));
      return EXIT.done;
    });
}

const NONE_WAITS = 'No such file waits for approval.';

/** What was approved is sent by the next sync, which asks no more. */
function nextSentence(isElsewhere: boolean, credits: number): string {
  return isElsewhere
    ? 'The running Labseal sends them in their turn.'
    : `Nothing was spent yet: "labseal sync" sends them, for ${atMostText(credits)}.`;
}

/** Takes back what was approved and is not on its way yet. */
export function addUnapproveCommand(file: AnsweringCommand): void {
  file
    .command('unapprove [file...]')
    .description('take an approval back, as long as its file is not being sent')
    .option('--all', 'every file that is approved and not sent yet')
    .option('--folder <folder>', 'every such file of this folder')
    .answers(
      async (
        application,
        output,
        asked: string[],
        { all = false, folder }: { readonly all?: boolean; readonly folder?: string },
      ) => {
        if ([asked.length > 0, all, folder !== undefined].filter(Boolean).length !== 1)
          throw new UsageError('Name files, --all or --folder: one of them.');
        const selection = all
          ? null
          : folder === undefined
            ? { fileIds: [...(await knownFiles(asked, application)).keys()] }
            : { filter: { folderId: await folderIdOf(folder, application) }, exceptIds: [] };
        const { files, underWay } = await application.call('files.unapprove', { selection });
        output.json({ unapproved: files, underWay });
        output.line(
          files === 0
            ? 'No approval was taken back.'
            : `${counted(files, 'file waits', 'files wait')} for your approval again.`,
        );
        if (underWay > 0)
          output.note(`${counted(underWay, 'file is', 'files are')} being sent already.`);
        return EXIT.done;
      },
    );
}

type NewFiles = { readonly folderId: string } | { readonly fileIds: readonly string[] };

/** New files: their number and their price together are what is agreed to. How many were approved; null: nobody agreed. */
async function approveNew(
  which: NewFiles,
  options: PriceOptions,
  application: Application,
  output: Output,
): Promise<number | null> {
  const { call, isElsewhere } = application;
  const offer = await call('files.offer', { which });
  if (isElsewhere && offer.files > 0 && !(await isAgreed(offer, options, output))) return null;
  const shown = { credits: offer.credits, upToMs: offer.latestAtMs ?? 0 };
  const { files, credits } = await call('files.agree', { which, ...shown });
  if (files === 0) return 0;
  output.line(`${fileText(files)} approved, for ${atMostText(credits)}.`);
  output.aside(
    isElsewhere
      ? 'The running Labseal sends them in their turn.'
      : 'Nothing was spent yet: "labseal sync" sends them, or "labseal serve" while it works.',
  );
  return files;
}

/** A program that follows the folders pays for what was let go, without asking again. */
function isAgreed(offer: SpendOffer, options: PriceOptions, output: Output): Promise<boolean> {
  const { credits, files } = offer;
  const what = fileText(files);
  tellPrice(
    `The running Labseal sends ${what} at once, for ${atMostText(credits)}.`,
    options,
    output,
  );
  return agreeToPrice(
    { credits, isAtMost: true, question: 'Send them?', breach: null },
    options,
    output,
  );
}

interface HeldFiles {
  /** Without `fresh`; null: there are no others. */
  readonly selection: FileSelection | null;
  /** What waits for its price alone; null: nothing. */
  readonly fresh: NewFiles | null;
  /** For which all of them are held; null: they were named. */
  readonly kind: ApprovalKind | null;
  /** Of those that were named, how many are held for what. */
  readonly kinds: ReadonlyMap<ApprovalKind, number>;
  /** Paths of those that were named and are still written or read. */
  readonly unfinished: readonly string[];
}

const NONE_NAMED = { kinds: new Map<ApprovalKind, number>(), unfinished: [] };

/** The new files of a folder: those that wait for their price, and those of which each is approved. */
function waitingIn(folderId: string): HeldFiles {
  const filter = { folderId, holds: ['review' as const] };
  const selection = { filter, exceptIds: [] };
  return { selection, fresh: { folderId }, kind: 'review', ...NONE_NAMED };
}

async function heldFiles(
  asked: readonly string[],
  kind: ApprovalKind | undefined,
  application: Application,
): Promise<HeldFiles> {
  if (kind !== undefined) {
    const filter = kind === 'duplicate' ? { states: ['duplicate' as const] } : { holds: [kind] };
    return { selection: { filter, exceptIds: [] }, fresh: null, kind, ...NONE_NAMED };
  }
  if (asked.length === 0)
    throw new UsageError('Name the files, all of a kind with --all-held, or a --folder.');
  const files = await knownFiles(asked, application);
  const kinds = new Map<ApprovalKind, number>();
  for (const { state, hold } of files.values()) {
    const what = APPROVAL_KINDS.find((each) => each === (state === 'held' ? hold : state));
    if (what !== undefined) kinds.set(what, (kinds.get(what) ?? 0) + 1);
  }
  const unfinished = [...files.values()].filter(({ state, hold }) => isUnread(state, hold));
  const newIds = [...files.values()].filter(({ state }) => state === 'ready').map(({ id }) => id);
  const fileIds = [...files.keys()].filter((id) => !newIds.includes(id));
  return {
    selection: fileIds.length === 0 ? null : { fileIds },
    fresh: newIds.length === 0 ? null : { fileIds: newIds },
    kind: null,
    kinds,
    unfinished: unfinished.map((file) => file.path),
  };
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
    .command('include <file...>', HIDDEN)
    .isNow('folder edit FOLDER --take-earlier FILE')
    .answers(async (application, output, asked: string[]) => {
      const fileIds = [...(await knownFiles(asked, application)).keys()];
      output.json({ included: await takeEarlierFiles(fileIds, application, output) });
      return EXIT.done;
    });
}

/** Ids of files of one folder; throws when one is not known, or lies in another. */
export async function filesOfFolder(
  asked: readonly string[],
  folderId: string,
  application: Application,
): Promise<readonly string[]> {
  const files = await knownFiles(asked, application);
  for (const file of files.values()) {
    if (file.folderId === folderId) continue;
    throw new UsageError(
      `${printablePath(file.path)} is a file of folder ${file.folderId}, not of folder ${folderId}.`,
    );
  }
  return [...files.keys()];
}

/** Resolves to the ids of those that were left out until now. */
export async function takeEarlierFiles(
  fileIds: readonly string[],
  { call, isElsewhere }: Application,
  output: Output,
): Promise<readonly string[]> {
  const selection = { fileIds: [...fileIds] };
  const { include } = await call('files.selected', { selection });
  const taken = await call('files.takeEarlier', { selection, credits: include.credits });
  output.line(
    taken.length === 0
      ? 'None of them was left out for having been there before.'
      : `${counted(taken.length, 'file', 'files')} included.`,
  );
  output.aside(
    isElsewhere
      ? 'The running Labseal sends what a budget covers, and shows the price of the rest first.'
      : 'Nothing was spent. "labseal sync" shows the price first.',
  );
  return taken;
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
          const { since } = await call('files.explain', { path: known.path });
          const isNews = since === 'changed' || since === 'touched' || since === 'back';
          const why = isNews
            ? 'may have changed, and was not looked at since. Run "labseal sync" first.'
            : 'has not changed since it was notarized.';
          throw new UsageError(`${printablePath(known.path)} ${why}`);
        }
        files.push({ ...known, blake3: known.blake3 });
      }
      const credits = files.reduce((sum, each) => sum + each.credits, 0);
      const what = counted(files.length, 'new version', 'new versions');
      tellPrice(`${what}: ${atMostText(credits)}.`, options, output);
      const price = { credits, isAtMost: true, question: 'Keep what is there now?', breach: null };
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
