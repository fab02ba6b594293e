/** `labseal audit`: is everything in a folder still what was notarized? */
import path from 'node:path';
import type { Command } from 'commander';
import {
  auditRowDocument,
  auditRunDocument,
} from '../../../../src-shared/model/proofs/audit-report.ts';
import {
  AUDIT_VERDICTS,
  type AuditProgress,
  type AuditRun,
  isAllProven,
} from '../../../../src-shared/model/proofs/audit.ts';
import { printable } from '../../../../src-shared/model/text/printable.ts';
import { SECOND_MS } from '../../../../src-shared/model/text/time.ts';
import { byteText, counted, integer } from '../../../../src-shared/model/words/en/figures.ts';
import type { Audits } from '../../../features/audit/audits.ts';
import { type CommandContext, valueOf } from '../command-context.ts';
import { EXIT, type ExitCode, UsageError } from '../exit-code.ts';
import { readNumber, readOneOf } from '../option-values.ts';
import type { Output } from '../output.ts';
import { pathOfFolder } from '../subjects.ts';
import type { ProgressScreen } from '../terminal.ts';
import { shorten, widthOf } from '../text-width.ts';
import {
  type AuditFiles,
  chooseTargets,
  listAudits,
  type Rhythm,
  RHYTHMS,
  saveAudit,
  setRhythm,
} from './audit-files.ts';
import { auditRows, printAudit } from './audit-report.ts';

interface AuditOptions extends AuditFiles {
  readonly all?: boolean;
  readonly run?: string;
  readonly every?: Rhythm;
  readonly list?: boolean;
  readonly seen?: boolean;
  readonly json?: boolean;
}

const SUMMARY = 'read every file of a folder again and say which are still what was notarized';
const DESCRIPTION = `${SUMMARY}

Every file is read from its first to its last byte; sizes and times are not trusted. Nothing is sent, nothing in the folder is changed, and no network is needed. Any folder will do, watched or not.

Exit code 0: every file is proven (one that only has another name by now is). 1: a file changed, is missing, cannot be read, cannot be told yet, or was never notarized, or not every file was read. 130: interrupted; what was found until then is kept as a part.`;

export function addAuditCommand(program: Command, context: CommandContext): void {
  program
    .command('audit [folder]')
    .summary(SUMMARY)
    .description(DESCRIPTION)
    .option('--all', 'list proven files too, instead of counting them')
    .option('--csv <file>', 'save the whole report as a table')
    .option(
      '--report <file>',
      'save the report; its name ends in .pdf (to print and sign), .json or .txt',
    )
    .option(
      '--every <rhythm>',
      `have the folder, or all watched ones, audited while "labseal serve" runs: ${RHYTHMS.join(', ')} (as all others); reads nothing now`,
      readOneOf('--every', RHYTHMS),
    )
    .option(
      '--list',
      'earlier audits of the folder, or of all, and the schedule that "labseal serve" follows',
    )
    .option('--run <number>', 'show an earlier audit instead; reads nothing', readNumber('--run'))
    .option('--seen', 'what changed silently is known now: the status says no more of it')
    .option('--json', 'print one JSON document')
    .action((named: string | undefined, options: AuditOptions) =>
      context.withAccount(options, ({ audits, folders }, output) => {
        const folder = named === undefined ? undefined : pathOfFolder(named, folders.list());
        const isSaved = options.csv !== undefined || options.report !== undefined;
        if (options.list === true) return listAudits(folder, audits, output, context);
        if (options.seen === true) return markSeen(audits, output, context);
        if (options.every !== undefined) {
          if (isSaved) throw new UsageError('--every reads nothing, so there is no report.');
          return setRhythm(folder, options.every, audits, output, context);
        }
        if (options.run !== undefined) return show(options.run, options, audits, output);
        if (folder === undefined) throw new UsageError('Name the folder: labseal audit FOLDER');
        return audit(folder, options, audits, output, context);
      }),
    );
}

async function audit(
  folder: string,
  options: AuditOptions,
  audits: Audits,
  output: Output,
  context: CommandContext,
): Promise<ExitCode> {
  const targets = await chooseTargets(options); // before an hour of reading: a mistyped name costs nothing
  const progress = makeAuditProgress(context.progress());
  const stopListening = audits.onProgress((news) => progress.show(news));
  let run: AuditRun;
  try {
    const begun = valueOf(await start(folder, audits, context.signal));
    const cancel = () => void audits.cancel(begun.id);
    context.signal.addEventListener('abort', cancel, { once: true });
    run = valueOf(await audits.ended(begun.id));
    context.signal.removeEventListener('abort', cancel);
  } finally {
    stopListening();
    progress.end();
  }
  print(run, options, audits, output);
  const isSaved = await saveAudit(run, targets, audits, output);
  if (context.signal.aborted) {
    output.note(
      `Interrupted. What was found until then is kept: "labseal audit --run ${run.id}" shows it.`,
    );
    return EXIT.interrupted;
  }
  return isAllProven(run) && isSaved ? EXIT.done : EXIT.needsPerson;
}

/** A single file is verified, not audited. */
async function start(folder: string, audits: Audits, signal: AbortSignal) {
  const begun = await audits.start({ path: path.resolve(folder) }, signal);
  if (begun.ok || begun.fault.kind !== 'not-a-folder') return begun;
  throw new UsageError(
    `${begun.fault.path} is a file. Verify it with "labseal certificate verify FILE".`,
  );
}

async function show(
  runId: string,
  options: AuditOptions,
  audits: Audits,
  output: Output,
): Promise<ExitCode> {
  const targets = await chooseTargets(options);
  const run = valueOf(audits.show(runId));
  print(run, options, audits, output);
  const isSaved = await saveAudit(run, targets, audits, output);
  return isAllProven(run) && isSaved ? EXIT.done : EXIT.needsPerson;
}

function print(
  run: AuditRun,
  { all = false }: AuditOptions,
  audits: Pick<Audits, 'rows'>,
  output: Output,
): void {
  if (output.isJson) {
    output.json({
      ok: isAllProven(run),
      audit: auditRunDocument(run),
      files: [...auditRows(run, audits)].map(auditRowDocument),
    });
    return;
  }
  const wanted = AUDIT_VERDICTS.filter((verdict) => all || verdict !== 'proven');
  for (const text of printAudit(run, audits, wanted)) output.line(text.trimEnd());
}

async function markSeen(
  audits: Audits,
  output: Output,
  { signal }: CommandContext,
): Promise<ExitCode> {
  const [latest] = valueOf(await audits.runs(null, 1, signal));
  if (latest !== undefined) valueOf(audits.acknowledge(latest.id));
  output.json({ ok: true });
  output.line('What changed silently until now is known. It is news again when it changes again.');
  return EXIT.done;
}

/** Shows an audit while it reads: one line that changes on a terminal, a line every few seconds elsewhere. */
const PLAIN_LINE_MS = 5 * SECOND_MS;

function makeAuditProgress({ isLive, columns, write }: ProgressScreen) {
  let isDrawn = false;
  let lastLineMs = performance.now();

  function clear(): void {
    if (isDrawn) write('\r\u001B[K');
    isDrawn = false;
  }

  return {
    show({ files, expectedFiles, totals, path: readNow }: AuditProgress): void {
      const of = expectedFiles === null ? '' : ` of about ${integer(expectedFiles)}`;
      const { proven } = totals.verdicts;
      const others = files - proven - totals.moved;
      const text = `${integer(files)}${of} files, ${byteText(totals.bytes)} read · ${counted(others, 'problem', 'problems')}`;
      if (!isLive) {
        if (performance.now() - lastLineMs < PLAIN_LINE_MS) return;
        lastLineMs = performance.now();
        write(`${text}\n`);
        return;
      }
      clear();
      const width = columns();
      const room = width - widthOf(text) - 2;
      const name = readNow === null || room < 8 ? '' : `  ${shorten(printable(readNow), room)}`;
      write(shorten(`${text}${name}`, width));
      isDrawn = true;
    },
    /** Leaves a clean line. */
    end: clear,
  };
}
