/** Saves the report of an audit at a chosen path; an existing file is never overwritten. */
import path from 'node:path';
import type { AuditPiece, AuditTarget } from '../../../../src-shared/bridge/audit-calls.ts';
import { auditRunDocument } from '../../../../src-shared/model/proofs/audit-report.ts';
import {
  AUDIT_RHYTHMS,
  AUDIT_VERDICTS,
  type AuditRun,
  isListGone,
} from '../../../../src-shared/model/proofs/audit.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import { auditWords } from '../../../../src-shared/model/words/en/audits.ts';
import { momentText } from '../../../../src-shared/model/words/en/figures.ts';
import type { Application } from '../application.ts';
import { EXIT, type ExitCode, UsageError } from '../exit-code.ts';
import { coreFaultSentence } from '../fault-text.ts';
import type { Output } from '../output.ts';
import { chooseTarget, saveTarget, type TargetContent, type TargetFile } from '../target-file.ts';
import { type AuditCalls, printAudit, printAuditLists } from './audit-report.ts';

export interface AuditFiles {
  readonly csv?: string;
  readonly report?: string;
}

interface AuditTargets {
  readonly csv: TargetFile | null;
  readonly report: TargetFile | null;
}

/** Throws `UsageError` for an invalid name. */
export async function chooseTargets(
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
export async function saveAudit(
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
export const RHYTHMS = [...AUDIT_RHYTHMS, 'default'] as const;
export type Rhythm = (typeof RHYTHMS)[number];

/** `target` null: all watched folders. */
export async function setRhythm(
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

export async function listAudits(
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
