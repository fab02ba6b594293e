/** `labseal folder preview`: a dry run of watching a folder. */
import type { AnsweringCommand } from '../answering-command.ts';
import type { FolderPreview } from '../../../../src-shared/bridge/folder-calls.ts';
import type {
  PreviewReason,
  PreviewedFile,
} from '../../../../src-shared/model/folders/folder-preview.ts';
import type { Assignment, CheckPolicy } from '../../../../src-shared/model/files/assignment.ts';
import { THERE_BEFORE } from '../../../../src-shared/model/folders/folder-rules.ts';
import { checkUploadsSentence } from '../../../../src-shared/model/words/en/checks.ts';
import {
  byteText,
  counted,
  creditText,
  fileText,
  integer,
} from '../../../../src-shared/model/words/en/figures.ts';
import {
  ignoredSentence,
  watchLimitSentence,
} from '../../../../src-shared/model/words/en/paths.ts';
import { unreadableSentence } from '../../../../src-shared/model/words/en/unreadable.ts';
import { relativeWithin } from '../../../platform/disk/paths.ts';
import { printable } from '../../../../src-shared/model/text/printable.ts';
import { assertNever } from '../../../../src-shared/model/result.ts';
import { readFileType, readVisibility } from '../file/assignment-options.ts';
import { EXIT } from '../exit-code.ts';
import { collect, readCheckPolicy, readCount, readSettleSeconds } from '../option-values.ts';
import type { Output } from '../output.ts';
import type { ListForm } from '../print-list.ts';
import { pathOfFolder } from '../subjects.ts';

/** Of the files, unless all are asked for. */
const SHOWN_FILES = 40;

interface PreviewOptions {
  readonly visibility?: Assignment['visibility'];
  readonly all?: boolean;
  readonly exclude?: readonly string[];
  readonly onlyNew?: boolean;
  readonly check?: CheckPolicy;
}

export function addPreviewCommand(folder: AnsweringCommand): void {
  folder
    .command('preview <folder>')
    .description('dry run: which files would be notarized, and what that would cost at most')
    .option('--project <id>', 'taken as in "folder add"; not used here')
    .option(
      '--visibility <kind>',
      'public or private (as the folder is watched, else private)',
      readVisibility,
    )
    .option('--type <kind>', 'taken as in "folder add"; not used here', readFileType)
    .option('--label <list>', 'taken as in "folder add"; not used here')
    .option('--exclude <glob>', 'leave out what matches (gitignore syntax); repeatable', collect)
    .option('--only-new', 'leave out what lies in it now')
    .option('--settle <seconds>', 'taken as in "folder add"; not used here', readSettleSeconds)
    .option(
      '--check <first|approved|never>',
      'first: count what is sent before the price, to ask whether the service has it',
      readCheckPolicy,
    )
    .option('--budget <credits>', 'taken as in "folder add"; not used here', readCount('--budget'))
    .option(
      '--all',
      `list every file, also what is notarized already, not the first ${SHOWN_FILES}`,
    )
    .option('--json', 'print one JSON document, with every file')
    .works(async ({ call }, output, named: string, options: PreviewOptions) => {
      const folders = await call('folders.list', {});
      const path = pathOfFolder(named, folders);
      const rules = folders.find((each) => relativeWithin(each.path, path) !== null);
      const asked = {
        path,
        exclude: options.exclude ?? rules?.exclude ?? (await call('settings.watching', {})).exclude,
        visibility: options.visibility ?? rules?.assignment.visibility ?? 'private',
        checkPolicy: options.check ?? rules?.assignment.checkPolicy ?? 'approved',
        onlyNew: options.onlyNew ?? false,
      };
      const read = (first: number) => call('folders.preview', { ...asked, list: { first } });
      const seen = await read(0);
      printPreview(seen, asked.visibility, output);
      const isWhole = output.isJson || options.all === true;
      const others = seen.reasons.filter(({ reason }) => reason.kind !== 'recorded');
      const open = others.reduce((sum, { entries }) => sum + entries, seen.taken.files);
      const shown = Math.min(open, SHOWN_FILES);
      const files = isWhole ? eachListed(seen, read) : firstOpen(seen, read, shown);
      if (isWhole || shown > 0) await output.list(files, formOf(seen, asked.visibility));
      if (!isWhole && open > shown) {
        output.line(`and ${integer(open - shown)} more; --all lists every one.`);
      }
      output.aside('Nothing was sent and nothing was kept.');
      return EXIT.done;
    });
}

/** Part by part; each looks at the folder again. */
async function* eachListed(
  seen: FolderPreview,
  read: (first: number) => Promise<FolderPreview>,
): AsyncGenerator<PreviewedFile> {
  let { list } = seen;
  while (list !== null) {
    yield* list.files;
    list = list.next === null ? null : (await read(list.next)).list;
  }
}

/** What is notarized already is no more than a number above. */
async function* firstOpen(
  seen: FolderPreview,
  read: (first: number) => Promise<FolderPreview>,
  most: number,
): AsyncGenerator<PreviewedFile> {
  let shown = 0;
  for await (const file of eachListed(seen, read)) {
    if (file.reason?.kind === 'recorded') continue;
    yield file;
    shown += 1;
    if (shown >= most) return;
  }
}

function formOf(
  { path, taken, checked, leftOut, watchLimit }: FolderPreview,
  visibility: Assignment['visibility'],
): ListForm<PreviewedFile> {
  return {
    facts: {
      path,
      visibility,
      files: taken.files,
      bytes: taken.bytes,
      credits: taken.credits,
      checked,
      leftOut: leftOut.files,
      watchLimit: watchLimit?.kind ?? null,
    },
    key: 'list',
    document: (file) => ({ ...file, reason: file.reason && reasonText(file.reason) }),
    head: ['file', 'size', 'at most'],
    row: ({ path: file, sizeBytes, credits, reason }) => [
      printable(file),
      byteText(sizeBytes),
      reason === null ? creditText(credits) : reasonText(reason),
    ],
  };
}

function printPreview(
  { path: folder, taken, checked, reasons, watchLimit }: FolderPreview,
  visibility: Assignment['visibility'],
  output: Output,
): void {
  output.line(
    `${folder}: ${fileText(taken.files)}, ${byteText(taken.bytes)}, would be notarized as ${visibility}.`,
  );
  output.line(
    `Price: at most ${creditText(taken.credits)}. Equal files cost once, and what the service has already is free.`,
  );
  if (checked.files > 0) output.line(checkUploadsSentence(checked));
  for (const [text, count] of countsByText(reasons)) {
    output.line(
      `Left out: ${counted(count, 'file or folder', 'files or folders')}. ${count === 1 ? text : plural(text)}`,
    );
  }
  if (watchLimit !== null) output.note(watchLimitSentence(watchLimit));
}

function countsByText(reasons: FolderPreview['reasons']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { reason, entries } of reasons) {
    const text = reasonText(reason);
    counts.set(text, (counts.get(text) ?? 0) + entries);
  }
  return counts;
}

const PLURALS: readonly (readonly [RegExp, string])[] = [
  [/^It is a link;/, 'They are links;'],
  [/^It is not an ordinary file/, 'They are no ordinary files'],
  [/^It is /, 'They are '],
  [/^It was there before its folder/, 'They were there before their folder'],
  [
    /^It was changed since it was notarized: a new version waits/,
    'They were changed since they were notarized: new versions wait',
  ],
  [/^It matches/, 'They match'],
  [/^It belongs/, 'They belong'],
];

/** Of several entries with one reason. */
function plural(text: string): string {
  const found = PLURALS.find(([pattern]) => pattern.test(text));
  return found === undefined ? text : text.replace(...found);
}

function reasonText(reason: PreviewReason): string {
  switch (reason.kind) {
    case 'ignored':
      return ignoredSentence(reason.rule);
    case 'there-before':
      return ignoredSentence(THERE_BEFORE);
    case 'recorded':
      return 'It is notarized already, or on the service.';
    case 'changed':
      return 'It was changed since it was notarized: a new version waits for an approval of its own.';
    case 'too-large':
      return 'The service accepts files up to 2.5 GB.';
    case 'not-a-file':
      return ignoredSentence(reason.what);
    case 'unreadable':
      return unreadableSentence(reason.errno);
    default:
      return assertNever(reason);
  }
}
