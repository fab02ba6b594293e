/** `labseal folder preview`: a dry run of watching a folder. */
import type { AnsweringCommand } from '../answering-command.ts';
import type { FolderPreview } from '../../../../src-shared/bridge/folder-calls.ts';
import type {
  PreviewReason,
  PreviewedFile,
} from '../../../../src-shared/model/folders/folder-preview.ts';
import type { Assignment, CheckPolicy } from '../../../../src-shared/model/files/assignment.ts';
import { THERE_BEFORE } from '../../../../src-shared/model/folders/there-before.ts';
import { checkUploadsSentence } from '../../../../src-shared/model/words/en/checks.ts';
import {
  byteText,
  counted,
  creditText,
  fileText,
} from '../../../../src-shared/model/words/en/figures.ts';
import {
  ignoredSentence,
  watchLimitSentence,
} from '../../../../src-shared/model/words/en/paths.ts';
import { unreadableSentence } from '../../../../src-shared/model/words/en/unreadable.ts';
import { assertNever } from '../../../../src-shared/model/result.ts';
import { readFileType, readVisibility } from '../file/assignment-options.ts';
import { EXIT } from '../exit-code.ts';
import { collect, readCheckPolicy, readCount, readSettleSeconds } from '../option-values.ts';
import type { Output } from '../output.ts';
import type { ListForm } from '../print-list.ts';
import { pathOfFolder } from '../subjects.ts';

interface PreviewOptions {
  readonly visibility: Assignment['visibility'];
  readonly exclude?: readonly string[];
  readonly onlyNew?: boolean;
  readonly check?: CheckPolicy;
}

export function addPreviewCommand(folder: AnsweringCommand): void {
  folder
    .command('preview <folder>')
    .description('dry run: which files would be notarized, and what that would cost at most')
    .option('--project <id>', 'accepted so that the line of "folder add" can be tried; not used')
    .option('--visibility <kind>', 'public or private', readVisibility, 'private')
    .option('--type <kind>', 'accepted like --project; not used', readFileType)
    .option('--label <list>', 'accepted like --project; not used')
    .option('--exclude <glob>', 'leave out what matches (gitignore syntax); repeatable', collect)
    .option('--only-new', 'leave out what lies in it now')
    .option('--settle <seconds>', 'accepted like --project; not used', readSettleSeconds)
    .option(
      '--check <first|approved|never>',
      'first: count what is sent before the price, to ask whether the service has it',
      readCheckPolicy,
    )
    .option('--budget <credits>', 'accepted like --project; not used', readCount('--budget'))
    .option('--json', 'print one JSON document, with every file')
    .works(async ({ call }, output, named: string, options: PreviewOptions) => {
      const asked = {
        path: pathOfFolder(named, await call('folders.list', {})),
        exclude: options.exclude ?? (await call('settings.watching', {})).exclude,
        visibility: options.visibility,
        checkPolicy: options.check ?? 'approved',
        onlyNew: options.onlyNew ?? false,
      };
      const read = (first: number) => call('folders.preview', { ...asked, list: { first } });
      const seen = output.isJson ? await read(0) : await call('folders.preview', asked);
      if (output.isJson) await output.list(eachListed(seen, read), formOf(seen, asked.visibility));
      printPreview(seen, asked.visibility, output);
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
    head: [],
    row: () => [],
  };
}

function printPreview(
  { path: folder, taken, checked, reasons, watchLimit }: FolderPreview,
  visibility: Assignment['visibility'],
  output: Output,
): void {
  output.line(
    `${folder}: ${fileText(taken.files)}, ${byteText(taken.bytes)} would be notarized as ${visibility} files.`,
  );
  output.line(
    `Price: at most ${creditText(taken.credits)}. Files with the same content are paid for once, and content that the service has already not at all.`,
  );
  if (checked.files > 0) output.line(checkUploadsSentence(checked));
  for (const [text, count] of countsByText(reasons)) {
    output.line(`Left out: ${counted(count, 'entry', 'entries')} – ${text}`);
  }
  if (watchLimit !== null) output.note(watchLimitSentence(watchLimit));
  output.aside('Nothing was sent and nothing was kept.');
}

function countsByText(reasons: FolderPreview['reasons']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { reason, entries } of reasons) {
    const text = reasonText(reason);
    counts.set(text, (counts.get(text) ?? 0) + entries);
  }
  return counts;
}

function reasonText(reason: PreviewReason): string {
  switch (reason.kind) {
    case 'ignored':
      return ignoredSentence(reason.rule);
    case 'there-before':
      return ignoredSentence(THERE_BEFORE);
    case 'recorded':
      return 'It is notarized already, or on the platform.';
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
