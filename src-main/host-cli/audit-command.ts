/** `labseal audit`: is everything in a folder still what was notarized? */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import type { AuditPiece } from '../../src-shared/bridge/audit-calls.ts';
import {
  AUDIT_RHYTHMS,
  AUDIT_VERDICTS,
  isAllProven,
  type AuditRhythm,
  type AuditRun,
} from '../../src-shared/model/audit.ts';
import { auditRowDocument, auditRunDocument } from '../../src-shared/model/audit-report.ts';
import { momentText } from '../../src-shared/model/words/en/figures.ts';
import { auditWords } from '../../src-shared/model/words/en/audits.ts';
import type { Audits } from '../core/audits.ts';
import { makeAuditProgress } from './audit-progress.ts';
import { auditRows, printAudit, printAuditLists } from './audit-report.ts';
import { valueOf, type CommandContext } from './command-context.ts';
import { EXIT, UsageError, type ExitCode } from './exit-code.ts';
import { readOneOf } from './option-values.ts';
import type { Output } from './output.ts';

interface AuditOptions {
  readonly all?: boolean;
  readonly csv?: string;
  readonly report?: string;
  readonly every?: AuditRhythm;
  readonly list?: boolean;
  readonly json?: boolean;
}

const HELP = `
Every file is read from its first to its last byte; sizes and times are not trusted. Nothing is sent, nothing in the
folder is changed, and no network is needed. Any folder will do, watched or not.

Exit code 0: every file is proven (one that only has another name by now is). 1: a file changed, is missing, cannot be
read, cannot be told yet, or was never notarized, or not every file was looked at. 130: interrupted; what was found until
then is kept as a part.`;

export function addAuditCommand(program: Command, context: CommandContext): void {
  program
    .command('audit [folder]')
    .description('read every file of a folder again and say which are still what was notarized')
    .option('--all', 'list proven files too, instead of counting them')
    .option('--csv <file>', 'save the whole report as a table')
    .option('--report <file>', 'save the whole report; its name ends in .json or .txt')
    .option(
      '--every <rhythm>',
      `have the folder audited by itself while "labseal serve" runs: ${AUDIT_RHYTHMS.join(', ')}; reads nothing now`,
      readOneOf('--every', AUDIT_RHYTHMS),
    )
    .option('--list', 'earlier audits of the folder, or of all, and what is audited by itself')
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action((folder: string | undefined, options: AuditOptions) =>
      context.withAccount(options, ({ audits }, output) => {
        const files = [options.csv, options.report].filter((file) => file !== undefined);
        if (options.list === true) return list(folder, audits, output, context);
        if (folder === undefined) throw new UsageError('Name the folder: labseal audit FOLDER');
        if (options.every !== undefined) {
          if (files.length > 0)
            throw new UsageError('--every reads nothing, so there is no report.');
          return schedule(folder, options.every, audits, output, context);
        }
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
  const csv = await freeTarget('--csv', options.csv, ['.csv']);
  const report = await freeTarget('--report', options.report, ['.json', '.txt']);
  const progress = makeAuditProgress(context);
  const stopListening = audits.onProgress((news) => progress.show(news));
  let run: AuditRun;
  try {
    const at = { path: path.resolve(folder) };
    const begun = valueOf(await audits.start(at, context.signal));
    const cancel = () => void audits.cancel(begun.id);
    context.signal.addEventListener('abort', cancel, { once: true });
    run = valueOf(await audits.ended(begun.id));
    context.signal.removeEventListener('abort', cancel);
  } finally {
    stopListening();
    progress.end();
  }
  if (csv !== null) await save(csv, pieces(run, 'csv', audits), output);
  if (report !== null) {
    const text = report.endsWith('.json')
      ? pieces(run, 'json', audits)
      : printAudit(run, audits, AUDIT_VERDICTS);
    await save(report, text, output);
  }
  if (output.isJson) {
    output.json({
      ok: isAllProven(run),
      audit: auditRunDocument(run),
      files: [...auditRows(run, audits)].map(auditRowDocument),
    });
  } else {
    const wanted = AUDIT_VERDICTS.filter((verdict) => options.all === true || verdict !== 'proven');
    for (const text of printAudit(run, audits, wanted)) output.line(text.trimEnd());
  }
  if (context.signal.aborted) {
    output.note('Interrupted. What was found until then is kept: "labseal audit --list" shows it.');
    return EXIT.interrupted;
  }
  return isAllProven(run) ? EXIT.done : EXIT.needsPerson;
}

async function schedule(
  folder: string,
  rhythm: AuditRhythm,
  audits: Audits,
  output: Output,
  { signal }: CommandContext,
): Promise<ExitCode> {
  const at = { path: path.resolve(folder) };
  const { folders } = valueOf(await audits.setSchedule(at, rhythm, signal));
  // Of the real path: a link given by a person is followed once.
  const root = valueOf(await audits.rootOf(at));
  const own = folders.find((each) => each.root === root) ?? null;
  output.json({ folder: root, every: rhythm, nextAt: nextText(own?.nextAtMs ?? null) });
  output.line(`${root}: ${auditWords.rhythms[rhythm].toLowerCase()}.`);
  if (own?.nextAtMs != null) {
    output.line(`It is due ${momentText(own.nextAtMs)}, and read while "labseal serve" runs.`);
  }
  return EXIT.done;
}

async function list(
  folder: string | undefined,
  audits: Audits,
  output: Output,
  { signal }: CommandContext,
): Promise<ExitCode> {
  const at = folder === undefined ? null : { path: path.resolve(folder) };
  const runs = valueOf(await audits.runs(at, MOST_LISTED, signal));
  const schedules = audits.schedules();
  output.json({
    audits: runs.map(auditRunDocument),
    everyForAll: schedules.all,
    schedule: schedules.folders.map(({ root, rhythm, nextAtMs }) => ({
      folder: root,
      every: rhythm,
      nextAt: nextText(nextAtMs),
    })),
  });
  printAuditLists(runs, schedules, output);
  return EXIT.done;
}

const MOST_LISTED = 50;

function nextText(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}

function* pieces(run: AuditRun, form: 'json' | 'csv', audits: Audits): Generator<string> {
  for (let from: number | null = 0; from !== null;) {
    const piece: AuditPiece = valueOf(audits.export(run.id, form, from));
    yield piece.text;
    from = piece.next;
  }
}

/** Judged before an hour of reading, so that a mistyped name costs nothing. */
async function freeTarget(
  option: string,
  file: string | undefined,
  endings: readonly string[],
): Promise<string | null> {
  if (file === undefined) return null;
  const absolute = path.resolve(file);
  if (!endings.some((ending) => absolute.toLowerCase().endsWith(ending))) {
    throw new UsageError(
      `${option} takes a name that ends in ${endings.join(' or ')}, not "${file}".`,
    );
  }
  const isTaken = await fs.stat(absolute).then(
    () => true,
    () => false,
  );
  if (isTaken)
    throw new UsageError(`${absolute} exists already. Choose another name with ${option}.`);
  return absolute;
}

async function save(target: string, texts: Iterable<string>, output: Output): Promise<void> {
  try {
    await fs.writeFile(target, texts, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const errno = (error as NodeJS.ErrnoException).code;
    if (errno === undefined) throw error;
    throw new UsageError(`${target} cannot be written (code ${errno}). The audit itself is kept.`, {
      cause: error,
    });
  }
  output.note(`Saved ${target}`);
}
