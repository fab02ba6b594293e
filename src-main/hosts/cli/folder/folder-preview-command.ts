/** `labseal folder preview`: a dry run of watching a folder. */
import type { Command } from 'commander';
import type {
  PreviewReason,
  PreviewedFile,
} from '../../../../src-shared/model/folders/folder-preview.ts';
import type { WatchLimit } from '../../../../src-shared/model/folders/watch-capability.ts';
import {
  isCheckedFirst,
  type Assignment,
  type CheckPolicy,
} from '../../../../src-shared/model/files/assignment.ts';
import { THERE_BEFORE } from '../../../../src-shared/model/folders/baseline-file.ts';
import {
  CHECKED_AFTER_LOSS,
  checkUploadsSentence,
  uncheckedSentence,
} from '../../../../src-shared/model/words/en/checks.ts';
import { byteText, counted } from '../../../../src-shared/model/words/en/figures.ts';
import {
  ignoredSentence,
  watchLimitSentence,
} from '../../../../src-shared/model/words/en/paths.ts';
import { unreadableSentence } from '../../../../src-shared/model/words/en/read-troubles.ts';
import { assertNever } from '../../../../src-shared/model/result.ts';
import { readFileType, readVisibility } from '../file/assignment-options.ts';
import { valueOf, type CommandContext } from '../command-context.ts';
import { EXIT } from '../exit-code.ts';
import { collect, readCheckPolicy, readCount, readSettleSeconds } from '../option-values.ts';
import type { Output } from '../output.ts';
import { pathOfFolder } from '../subjects.ts';

interface PreviewOptions {
  readonly visibility: Assignment['visibility'];
  readonly exclude?: readonly string[];
  readonly onlyNew?: boolean;
  readonly check?: CheckPolicy;
  readonly json?: boolean;
}

export function addPreviewCommand(folder: Command, context: CommandContext): void {
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
      '--check <always|size|never>',
      'duplicate check: count what it would upload (default: never, as nothing is uploaded without an answer)',
      readCheckPolicy,
    )
    .option('--budget <credits>', 'accepted like --project; not used', readCount('--budget'))
    .option('--json', 'print one JSON document, with every file')
    .action((named: string, options: PreviewOptions) =>
      context.withAccount(options, async (account, output) => {
        const { folders, folderDefaults } = account;
        const path = pathOfFolder(named, folders);
        const files: PreviewedFile[] = [];
        const exclude = options.exclude ?? folderDefaults.get().exclude;
        const rules = { exclude, visibility: options.visibility };
        const choice = { ...rules, onlyNew: options.onlyNew ?? false };
        const keep = (file: PreviewedFile) => files.push(file);
        const seen = valueOf(await folders.preview(path, choice, keep, context.signal));
        const { isHistoryIncomplete } = account.status();
        const check = isHistoryIncomplete ? 'always' : (options.check ?? 'never');
        printPreview(seen, files, { visibility: rules.visibility, check }, output);
        if (isHistoryIncomplete) output.note(CHECKED_AFTER_LOSS);
        return EXIT.done;
      }),
    );
}

function printPreview(
  {
    path: folder,
    watchLimit: late,
  }: { readonly path: string; readonly watchLimit: WatchLimit | null },
  files: readonly PreviewedFile[],
  {
    visibility,
    check,
  }: { readonly visibility: Assignment['visibility']; readonly check: CheckPolicy },
  output: Output,
): void {
  const wanted = files.filter((file) => file.reason === null);
  const bytes = bytesOf(wanted);
  const checkedFiles = wanted.filter(({ sizeBytes }) => isCheckedFirst(check, sizeBytes));
  const checked = { files: checkedFiles.length, bytes: bytesOf(checkedFiles) };
  const credits = wanted.reduce((sum, file) => sum + file.credits, 0);
  output.json({
    path: folder,
    visibility,
    files: wanted.length,
    bytes,
    credits,
    checked,
    leftOut: files.length - wanted.length,
    watchLimit: late?.kind ?? null,
    list: files.map((file) => ({ ...file, reason: file.reason && reasonText(file.reason) })),
  });
  output.line(
    `${folder}: ${counted(wanted.length, 'file', 'files')}, ${byteText(bytes)} would be notarized as ${visibility} files.`,
  );
  output.line(
    `Price: at most ${counted(credits, 'credit', 'credits')}. Files with the same content are paid for once, and content found on the platform not at all.`,
  );
  output.line(checkUploadsSentence(checked));
  const unchecked = wanted.length - checked.files;
  if (unchecked > 0) output.line(uncheckedSentence(unchecked));
  for (const [text, count] of countReasons(files)) {
    output.line(`Left out: ${counted(count, 'entry', 'entries')} – ${text}`);
  }
  if (late !== null) output.note(watchLimitSentence(late));
  output.aside('Nothing was sent and nothing was kept.');
}

function bytesOf(files: readonly PreviewedFile[]): number {
  return files.reduce((sum, file) => sum + file.sizeBytes, 0);
}

function countReasons(files: readonly PreviewedFile[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { reason } of files) {
    if (reason === null) continue;
    const text = reasonText(reason);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

function reasonText(reason: PreviewReason): string {
  switch (reason.kind) {
    case 'ignored':
      return ignoredSentence(reason.rule);
    case 'there-before':
      return ignoredSentence(THERE_BEFORE);
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
