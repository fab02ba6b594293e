/** `labseal audit`: is everything in a folder still what was notarized? */
import fs from 'node:fs';
import path from 'node:path';
import { Option } from 'commander';
import type { AnsweringCommand } from '../answering-command.ts';
import type { AuditTarget, AuditPiece } from '../../../../src-shared/bridge/audit-calls.ts';
import type { BridgeEvent } from '../../../../src-shared/bridge/events.ts';
import {
  auditRowDocument,
  auditRunDocument,
} from '../../../../src-shared/model/proofs/audit-report.ts';
import {
  AUDIT_VERDICTS,
  type AuditProgress,
  type AuditRun,
  isAllProven,
  AUDIT_RHYTHMS,
  isListGone,
} from '../../../../src-shared/model/proofs/audit.ts';
import { printable } from '../../../../src-shared/model/text/printable.ts';
import { auditWords } from '../../../../src-shared/model/words/en/audits.ts';
import { byteText, momentText } from '../../../../src-shared/model/words/en/figures.ts';
import type { Application } from '../application.ts';
import { CommandFault, EXIT, type ExitCode, UsageError } from '../exit-code.ts';
import { readNumber, readOneOf } from '../option-values.ts';
import type { Output } from '../output.ts';
import { makeProgressLine, type ProgressScreen } from '../terminal.ts';
import { shorten, widthOf } from '../text-width.ts';
import {
  type AuditCalls,
  auditRows,
  nextSteps,
  printAudit,
  printAuditLists,
} from './audit-report.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import { coreFaultSentence } from '../fault-text.ts';
import { chooseTarget, saveTarget, type TargetContent, type TargetFile } from '../target-file.ts';

interface AuditOptions extends AuditFiles {
  readonly all?: boolean;
  readonly run?: string;
  readonly every?: Rhythm;
  readonly list?: boolean;
  readonly seen?: boolean;
}

const SUMMARY = 'read every file of a folder again and say which are still what was notarized';
const DESCRIPTION = `${SUMMARY}

Every file is read from its first to its last byte; sizes and times are not trusted. Nothing is sent, nothing in the folder is changed, and no network is needed. Any folder will do, watched or not.

Exit code 0: every file is proven (one that only has another name by now is). 1: a file changed, is missing, cannot be read, cannot be told yet, or was never notarized, or not every file was read. 130: interrupted; what was found until then is kept as a part.`;

export function addAuditCommand(program: AnsweringCommand): void {
  const command = program.command('audit [folder]').summary(SUMMARY).description(DESCRIPTION);
  withFiles(command)
    .addOption(hiddenOption('--every <rhythm>', readOneOf('--every', RHYTHMS)))
    .addOption(hiddenOption('--list'))
    .addOption(hiddenOption('--run <number>', readNumber('--run')))
    .addOption(hiddenOption('--seen'))
    .answers((application, output, named: string | undefined, options: AuditOptions) => {
      const target = named === undefined ? undefined : targetNamed(named);
      const former = formerOf(options);
      if (former !== null) {
        output.aside(`Write "labseal audit ${former}" from now on.`);
        return carryOutFormer(target, options, application, output);
      }
      if (target === undefined) throw new UsageError('Name the folder: labseal audit FOLDER');
      return audit(target, options, application, output);
    });

  command
    .command('schedule')
    .description(
      'have a folder, or all watched ones, audited while "labseal serve" runs; reads nothing now',
    )
    .argument(
      '<rhythm>',
      `how often: ${RHYTHMS.join(', ')} (as all others)`,
      readOneOf('<rhythm>', RHYTHMS),
    )
    .argument('[folder]')
    .answers((application, output, rhythm: Rhythm, named: string | undefined) =>
      setRhythm(named === undefined ? null : targetNamed(named), rhythm, application, output),
    );
  command
    .command('list [folder]')
    .description('earlier audits of a folder, or of all, and the schedule')
    .answers((application, output, named: string | undefined) =>
      listAudits(named === undefined ? undefined : targetNamed(named), application, output),
    );
  withFiles(
    command
      .command('show')
      .description('an earlier audit, by its number; reads nothing')
      .argument('<number>', '', readNumber('<number>')),
  ).answers((application, output, runId: string, options: AuditOptions) =>
    show(runId, options, application, output),
  );
  command.command('seen').description('dismiss the notice of silent changes').answers(markSeen);
}

/** How an audit is printed and saved. */
function withFiles(command: AnsweringCommand): AnsweringCommand {
  return command
    .option('--all', 'list proven files too, instead of counting them')
    .option('--csv <file>', 'save the whole report as a table')
    .option(
      '--report <file>',
      'save the report; its name ends in .pdf (to print and sign), .json or .txt',
    );
}

/** What is a command of its own now, and works as an option for one more version. */
function hiddenOption(flags: string, read?: (text: string) => string): Option {
  const option = new Option(flags).hideHelp();
  return read === undefined ? option : option.argParser(read);
}

/** What stands in place of such an option; null: none was given. */
function formerOf({ list, seen, every, run }: AuditOptions): string | null {
  if (list === true) return 'list';
  if (seen === true) return 'seen';
  if (every !== undefined) return `schedule ${every}`;
  return run === undefined ? null : `show ${run}`;
}

async function carryOutFormer(
  target: AuditTarget | undefined,
  options: AuditOptions,
  application: Application,
  output: Output,
): Promise<ExitCode> {
  if (options.list === true) return listAudits(target, application, output);
  if (options.seen === true) return markSeen(application, output);
  if (options.every !== undefined) {
    if (options.csv !== undefined || options.report !== undefined)
      throw new UsageError('--every reads nothing, so there is no report.');
    return setRhythm(target ?? null, options.every, application, output);
  }
  return show(options.run ?? '', options, application, output);
}

/** A folder on disk is meant first, since it may have a number as its name. */
function targetNamed(folder: string): AuditTarget {
  const isNumber = /^[1-9]\d{0,14}$/.test(folder) && !fs.existsSync(folder);
  return isNumber ? { folderId: folder } : { path: path.resolve(folder) };
}

const NEVER = new AbortController().signal;

async function audit(
  target: AuditTarget,
  options: AuditOptions,
  application: Application,
  output: Output,
): Promise<ExitCode> {
  const targets = await chooseTargets(options, application); // before an hour of reading: a mistyped name costs nothing
  const run = await runAudit(target, application, output);
  // What was found until an interruption is shown and saved like everything.
  const call: AuditCalls = (name, input) => application.call(name, input, { signal: NEVER });
  await print(run, options, call, output);
  const isSaved = await saveAudit(run, targets, call, output);
  if (output.environment.signal.aborted) {
    output.note(
      `Interrupted. What was found until then is kept: "labseal audit show ${run.id}" shows it.`,
    );
    return EXIT.interrupted;
  }
  return isAllProven(run) && isSaved ? EXIT.done : EXIT.needsPerson;
}

/** Interrupted, one that was begun here is cancelled, and answered as what it is by then. */
async function runAudit(
  target: AuditTarget,
  { call, ask }: Application,
  output: Output,
): Promise<AuditRun> {
  const { signal: interruption } = output.environment;
  const begun = await ask('audit.start', { target });
  if (!begun.ok) {
    const { fault } = begun;
    if (fault.kind !== 'not-a-folder') throw new CommandFault(fault);
    throw new UsageError(
      `${fault.path} is a file. Verify it with "labseal certificate verify FILE".`,
    );
  }
  const { id: runId, isNew } = begun.value;
  const progress = makeAuditProgress(output.progress());
  const onEvent = (event: BridgeEvent) => {
    if (event.kind === 'audit-progress' && event.progress.runId === runId) {
      progress.show(event.progress);
    }
  };
  const ended = Promise.withResolvers<AuditRun>();
  const cancel = (): void =>
    void call('audit.cancel', { runId }, { signal: NEVER }).then(ended.resolve, ended.reject);
  const signal = isNew ? NEVER : interruption;
  call('audit.follow', { runId }, { onEvent, signal }).then(ended.resolve, ended.reject);
  if (isNew && interruption.aborted) cancel();
  if (isNew) interruption.addEventListener('abort', cancel, { once: true });
  try {
    return await ended.promise;
  } finally {
    interruption.removeEventListener('abort', cancel);
    progress.end();
  }
}

async function show(
  runId: string,
  options: AuditOptions,
  application: Application,
  output: Output,
): Promise<ExitCode> {
  const { call } = application;
  const targets = await chooseTargets(options, application);
  const run = await call('audit.show', { runId });
  await print(run, options, call, output);
  const isSaved = await saveAudit(run, targets, call, output);
  return isAllProven(run) && isSaved ? EXIT.done : EXIT.needsPerson;
}

async function print(
  run: AuditRun,
  { all = false }: AuditOptions,
  call: AuditCalls,
  output: Output,
): Promise<void> {
  if (output.isJson) {
    const files = [];
    for await (const row of auditRows(run, call)) files.push(auditRowDocument(row));
    output.json({ ok: isAllProven(run), audit: auditRunDocument(run), files });
    return;
  }
  const wanted = AUDIT_VERDICTS.filter((verdict) => all || verdict !== 'proven');
  for await (const text of printAudit(run, call, wanted)) output.line(text.trimEnd());
  for (const step of nextSteps(run)) output.aside(step);
}

async function markSeen({ call }: Application, output: Output): Promise<ExitCode> {
  const { account } = await call('status.read', {});
  if (account?.silentChanges == null) {
    return output.answer({ ok: true }, 'There is no notice of silent changes to dismiss.');
  }
  const [latest] = await call('audit.runs', { most: 1 });
  if (latest !== undefined) await call('audit.acknowledge', { runId: latest.id });
  return output.answer(
    { ok: true },
    'The notice of silent changes is dismissed. It comes back when another file changes.',
  );
}

/** Shows an audit while it reads, on a terminal with the file that is read. */
function makeAuditProgress(screen: ProgressScreen) {
  const line = makeProgressLine(screen);
  return {
    show(progress: AuditProgress): void {
      const { path: readNow } = progress;
      const text = auditWords.progress(progress, byteText);
      const width = screen.columns();
      const room = width - widthOf(text) - 2;
      const name = readNow === null || room < 8 ? '' : `  ${shorten(printable(readNow), room)}`;
      line.show(screen.isLive ? shorten(`${text}${name}`, width) : text);
    },
    end: line.end,
  };
}

interface AuditFiles {
  readonly csv?: string;
  readonly report?: string;
}

interface AuditTargets {
  readonly csv: TargetFile | null;
  readonly report: TargetFile | null;
}

/** Throws `UsageError` for an invalid name. */
async function chooseTargets(
  { csv, report }: AuditFiles,
  application: Pick<Application, 'ask'>,
): Promise<AuditTargets> {
  return {
    csv: csv === undefined ? null : await chooseTarget('--csv', csv, application, ['.csv']),
    report:
      report === undefined
        ? null
        : await chooseTarget('--report', report, application, ['.pdf', '.json', '.txt']),
  };
}

/** False when something could not be saved, which was said. */
async function saveAudit(
  run: AuditRun,
  { csv, report }: AuditTargets,
  call: AuditCalls,
  output: Output,
): Promise<boolean> {
  const problems: string[] = [];
  async function save(target: TargetFile, content: TargetContent): Promise<void> {
    const problem = await saveTarget(target, content);
    if (problem === null) output.aside(`Saved ${target.path}`);
    else problems.push(`${problem} The audit itself is kept.`);
  }
  const { id: asked, listSha256 } = run;
  const gone = isListGone(run) ? ({ kind: 'audit-list-gone', asked, listSha256 } as const) : null;
  if (csv !== null && gone !== null) problems.push(coreFaultSentence(gone));
  else if (csv !== null) await save(csv, pieces(run, 'csv', call));
  if (report !== null) await save(report, await reportOf(run, report.path, call));
  if (report !== null && csv === null && gone !== null) output.note(coreFaultSentence(gone));
  for (const problem of problems) output.note(problem);
  return problems.length === 0;
}

/** Saves the report of an audit at a chosen path; an existing file is never overwritten. */
async function reportOf(run: AuditRun, file: string, call: AuditCalls): Promise<TargetContent> {
  switch (path.extname(file).toLowerCase()) {
    case '.pdf': {
      const { base64 } = await call('audit.paper', { runId: run.id, language: 'en' });
      return Buffer.from(base64, 'base64');
    }
    case '.json':
      return pieces(run, 'json', call);
    default:
      return printAudit(run, call, AUDIT_VERDICTS);
  }
}

async function* pieces(
  { id: runId }: AuditRun,
  form: 'json' | 'csv',
  call: AuditCalls,
): AsyncGenerator<string> {
  for (let from: number | null = 0; from !== null;) {
    const piece: AuditPiece = await call('audit.export', { runId, form, from });
    yield piece.text;
    from = piece.next;
  }
}

/** Earlier audits, and which folders are audited automatically. */
const MOST_LISTED = 50;

/** `default`: a folder uses the interval for all watched folders. */
const RHYTHMS = [...AUDIT_RHYTHMS, 'default'] as const;
type Rhythm = (typeof RHYTHMS)[number];

/** `target` null: all watched folders. */
async function setRhythm(
  target: AuditTarget | null,
  wanted: Rhythm,
  { call }: Application,
  output: Output,
): Promise<ExitCode> {
  const rhythm = wanted === 'default' ? null : wanted;
  if (target === null && rhythm === null) {
    throw new UsageError(
      '"default" is for one folder. Name it: labseal audit schedule default FOLDER',
    );
  }
  const { all, folders, root } = await call('audit.setSchedule', { target, rhythm });
  const own = folders.find((each) => each.root === root) ?? null;
  const held = root === null ? all : (own?.rhythm ?? 'never');
  const nextAtMs = own?.nextAtMs ?? null;
  output.json({
    folder: root,
    every: held,
    nextAt: isoFromMs(nextAtMs),
  });
  output.line(
    `${root ?? 'Watched folders without a rhythm of their own'}: ${auditWords.rhythms[held].toLowerCase()}.`,
  );
  if (nextAtMs !== null) {
    output.line(`It is due ${momentText(nextAtMs)}, and read while "labseal serve" runs.`);
  }
  return EXIT.done;
}

async function listAudits(
  target: AuditTarget | undefined,
  { call }: Application,
  output: Output,
): Promise<ExitCode> {
  const runs = await call('audit.runs', { target, most: MOST_LISTED });
  const { all, folders } = await call('audit.schedules', {});
  const only = target === undefined ? null : await rootOf(target, runs, call);
  const shown = folders.filter((each) => only === null || each.root === only);
  output.json({
    audits: runs.map(auditRunDocument),
    everyForAll: all,
    schedule: shown.map(({ root, rhythm, nextAtMs }) => ({
      folder: root,
      every: rhythm,
      nextAt: isoFromMs(nextAtMs),
    })),
  });
  printAuditLists(runs, { all, folders: shown }, output);
  return EXIT.done;
}

/** Earlier audits have the real path of what they read. */
async function rootOf(
  target: AuditTarget,
  runs: readonly AuditRun[],
  call: Application['call'],
): Promise<string> {
  const [latest] = runs;
  if (latest !== undefined) return latest.root;
  if ('path' in target) return target.path;
  const { account } = await call('status.read', {});
  return account?.folders.find(({ id }) => id === target.folderId)?.path ?? '';
}
