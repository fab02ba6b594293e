/** An audit as text for a terminal or a file: what needs attention first, proven files last. */
import { MOST_AUDIT_ROWS, type AuditSchedules } from '../../../../src-shared/bridge/audit-calls.ts';
import {
  auditedFiles,
  goneFiles,
  readFiles,
  type AuditRow,
  type AuditRun,
  type AuditVerdict,
} from '../../../../src-shared/model/proofs/audit.ts';
import { printable, printableName } from '../../../../src-shared/model/text/printable.ts';
import { auditWords } from '../../../../src-shared/model/words/en/audits.ts';
import {
  byteText,
  counted,
  fileText,
  integer,
  momentText,
} from '../../../../src-shared/model/words/en/figures.ts';
import { stateLabel } from '../../../../src-shared/model/words/en/states.ts';
import type { Application } from '../application.ts';
import type { Output } from '../output.ts';
import { windowsOf } from '../windows-of.ts';

const FIGURES = { moment: momentText, state: stateLabel };

export type AuditCalls = Application['call'];

/** Every row, problems first. */
export async function* auditRows(
  { id: runId }: AuditRun,
  call: AuditCalls,
  verdicts?: readonly AuditVerdict[],
): AsyncGenerator<AuditRow> {
  const windows = windowsOf(MOST_AUDIT_ROWS, ({ first, count }) =>
    call('audit.rows', { runId, filter: { verdicts }, first, count }),
  );
  for await (const { rows } of windows) yield* rows;
}

/** As wide as "999.9 MB" needs it, so that rows can be written as they are read. */
const SIZE_WIDTH = 9;
const WHY_INDENT = ' '.repeat(SIZE_WIDTH + 2);

/** Lines of the complete report, with a table for each of these verdicts. */
export async function* printAudit(
  run: AuditRun,
  call: AuditCalls,
  verdicts: readonly AuditVerdict[],
): AsyncGenerator<string> {
  for (const verdict of verdicts) {
    const count = run.totals.verdicts[verdict];
    if (count === 0) continue;
    const of = verdict === 'missing' ? movedNote(run.totals.moved) : '';
    yield `${auditWords.verdicts[verdict]}: ${fileText(count)}${of}\n`;
    yield `${'size'.padStart(SIZE_WIDTH)}  file\n`;
    let lastWhy: string | null = null;
    for await (const { path, finding, sizeBytes } of auditRows(run, call, [verdict])) {
      const why = auditWords.finding(finding, FIGURES);
      // A remark on several rows in sequence is printed once, below them.
      if (lastWhy !== null && lastWhy !== why) yield `${WHY_INDENT}${lastWhy}\n`;
      lastWhy = why;
      const size = sizeBytes === null ? '-' : byteText(sizeBytes);
      yield `${size.padStart(SIZE_WIDTH)}  ${printableName(path === '' ? '.' : path)}\n`;
    }
    yield lastWhy === null ? NO_PROVEN_ROWS : `${WHY_INDENT}${lastWhy}\n`;
    yield '\n';
  }
  for (const line of auditSummary(run)) yield `${line}\n`;
}

function movedNote(moved: number): string {
  return moved === 0 ? '' : `, ${integer(moved)} of them moved or renamed`;
}

const NO_PROVEN_ROWS = `${WHY_INDENT}This audit is older: of proven files only their number is kept.\n`;

function auditSummary(run: AuditRun): readonly string[] {
  const { totals, state, root, beganAtMs, endedAtMs } = run;
  const { proven } = totals.verdicts;
  const read = readFiles(totals);
  const gone = goneFiles(totals);
  const { unreadable } = totals.verdicts;
  return [
    `Audit of ${printable(root)}, ${momentText(endedAtMs ?? beganAtMs)}`,
    ...(state === 'complete' ? [] : [endSentence(state, auditedFiles(totals))]),
    `${fileText(read)}, ${byteText(totals.bytes)} read: ${proven} proven unchanged, ${read - proven} not.`,
    ...(gone === 0 ? [] : [`${fileText(gone)} missing.`]),
    ...(unreadable === 0
      ? []
      : [`${counted(unreadable, 'file or folder', 'files or folders')} not readable.`]),
    ...(totals.moved === 0
      ? []
      : [`${fileText(totals.moved)} moved or renamed within the folder.`]),
    ...(totals.deleted === 0
      ? []
      : [`Of the proven, ${fileText(totals.deleted)} deleted on the service since.`]),
    ...leftOut(totals),
  ];
}

function endSentence(state: Exclude<AuditRun['state'], 'complete'>, files: number): string {
  return state === 'no-folder' && files === 0 ? AWAY_SENTENCE : END_SENTENCES[state];
}

const AWAY_SENTENCE =
  'The folder is away, or suddenly empty, so no file is called missing. Connect its drive, then audit again.';

const END_SENTENCES: Readonly<Record<Exclude<AuditRun['state'], 'complete'>, string>> = {
  running: 'It is still running.',
  paused: 'It is paused.',
  cancelled: 'It was cancelled: this is a part, and other files were not read.',
  interrupted: 'It was interrupted: this is a part, and other files were not read.',
  'no-folder':
    'The folder could not be read to its end, or is suddenly empty, so no file is called missing. Connect its drive, then audit again.',
};

function leftOut({
  ignoredFiles,
  ignoredFolders,
  links,
  special,
}: AuditRun['totals']): readonly string[] {
  const parts = [
    [ignoredFiles, counted(ignoredFiles, 'file by a rule', 'files by rules')],
    [ignoredFolders, counted(ignoredFolders, 'folder by a rule', 'folders by rules')],
    [links, counted(links, 'link', 'links')],
    [special, counted(special, 'pipe or device', 'pipes or devices')],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([, text]) => text);
  return said.length === 0 ? [] : [`Not looked at: ${said.join(', ')}.`];
}

/** The commands that go on from what was found. */
export function nextSteps({ totals: { verdicts, silent } }: AuditRun): readonly string[] {
  const isAnyEdited = verdicts.changed > silent;
  return [
    ...(isAnyEdited
      ? [
          'A changed file: restore the old one from your copy, or run "labseal sync" and then "labseal file keep-version FILE", which shows the price of the new version and notarizes it.',
        ]
      : []),
    ...(verdicts['never-notarized'] > 0
      ? ['A file that was never notarized: "labseal file explain FILE" says why.']
      : []),
  ];
}

export function printAuditLists(
  runs: readonly AuditRun[],
  { all, folders }: AuditSchedules,
  output: Output,
): void {
  if (runs.length === 0) output.line('No audit yet. Make one with "labseal audit FOLDER".');
  output.table(
    ['audit', 'began', 'state', 'files', 'proven', 'silent', 'folder'],
    runs.map(({ id, beganAtMs, state, totals, root }) => [
      Number(id),
      momentText(beganAtMs),
      auditWords.states[state],
      auditedFiles(totals),
      totals.verdicts.proven,
      totals.silent,
      root,
    ]),
  );
  const due = folders.filter(({ rhythm }) => rhythm !== 'never');
  if (due.length === 0) {
    if (all === 'never') output.line('No folder has scheduled audits.');
    return;
  }
  output.line();
  output.table(
    ['scheduled', 'next', 'folder'],
    due.map(({ rhythm, nextAtMs, root }) => [
      auditWords.rhythms[rhythm],
      nextAtMs === null ? '' : momentText(nextAtMs),
      root,
    ]),
  );
}
