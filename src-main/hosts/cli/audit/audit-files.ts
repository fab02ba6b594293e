/** Saves the report of an audit at a chosen path; an existing file is never overwritten. */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { AuditPiece } from '../../../../src-shared/bridge/audit-calls.ts';
import { auditRunDocument } from '../../../../src-shared/model/proofs/audit-report.ts';
import {
  AUDIT_RHYTHMS,
  AUDIT_VERDICTS,
  type AuditRun,
} from '../../../../src-shared/model/proofs/audit.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import { auditPaperWords } from '../../../../src-shared/model/words/en/audit-paper.ts';
import { auditWords } from '../../../../src-shared/model/words/en/audits.ts';
import { momentText } from '../../../../src-shared/model/words/en/figures.ts';
import { auditPaper } from '../../../features/audit/audit-paper.ts';
import type { Audits } from '../../../features/audit/audits.ts';
import { type CommandContext, valueOf } from '../command-context.ts';
import { EXIT, type ExitCode, UsageError } from '../exit-code.ts';
import type { Output } from '../output.ts';
import { printAudit, printAuditLists } from './audit-report.ts';
import { errnoOf } from '../../../platform/errno.ts';

export interface AuditFiles {
  readonly csv?: string;
  readonly report?: string;
}

/** Absolute paths that are free. Throws `UsageError` for an invalid name. */
export async function chooseTargets({ csv, report }: AuditFiles): Promise<AuditFiles> {
  return {
    ...(csv === undefined ? {} : { csv: await free('--csv', csv, ['.csv']) }),
    ...(report === undefined
      ? {}
      : { report: await free('--report', report, ['.pdf', '.json', '.txt']) }),
  };
}

export async function saveAudit(
  run: AuditRun,
  { csv, report }: AuditFiles,
  audits: Pick<Audits, 'show' | 'rows' | 'export'>,
  output: Output,
): Promise<void> {
  if (csv !== undefined) await save(csv, pieces(run, 'csv', audits), output);
  if (report === undefined) return;
  if (report.toLowerCase().endsWith('.pdf')) {
    const { bytes } = valueOf(await auditPaper(run.id, auditPaperWords, audits));
    await save(report, bytes, output);
    return;
  }
  const isJson = report.toLowerCase().endsWith('.json');
  const text = isJson ? pieces(run, 'json', audits) : printAudit(run, audits, AUDIT_VERDICTS);
  await save(report, text, output);
}

function* pieces(
  run: AuditRun,
  form: 'json' | 'csv',
  audits: Pick<Audits, 'export'>,
): Generator<string> {
  for (let from: number | null = 0; from !== null;) {
    const piece: AuditPiece = valueOf(audits.export(run.id, form, from));
    yield piece.text;
    from = piece.next;
  }
}

async function free(option: string, file: string, endings: readonly string[]): Promise<string> {
  const absolute = path.resolve(file);
  if (!endings.some((ending) => absolute.toLowerCase().endsWith(ending))) {
    throw new UsageError(
      `${option} takes a name that ends in ${endings.join(' or ')}, not "${file}".`,
    );
  }
  const isTaken = await fs.lstat(absolute).then(
    () => true,
    () => false,
  );
  if (isTaken) {
    throw new UsageError(`${absolute} exists already. Choose another name with ${option}.`);
  }
  return absolute;
}

async function save(
  target: string,
  texts: Iterable<string> | Buffer,
  output: Output,
): Promise<void> {
  try {
    await fs.writeFile(target, texts, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const errno = errnoOf(error);
    throw new UsageError(`${target} cannot be written (code ${errno}). The audit itself is kept.`, {
      cause: error,
    });
  }
  output.aside(`Saved ${target}`);
}

/** Earlier audits, and which folders are audited automatically. */
const MOST_LISTED = 50;

/** `default`: a folder uses the interval for all watched folders. */
export const RHYTHMS = [...AUDIT_RHYTHMS, 'default'] as const;
export type Rhythm = (typeof RHYTHMS)[number];

/** `folder` undefined: all watched folders. */
export async function setRhythm(
  folder: string | undefined,
  wanted: Rhythm,
  audits: Audits,
  output: Output,
  { signal }: CommandContext,
): Promise<ExitCode> {
  const rhythm = wanted === 'default' ? null : wanted;
  if (folder === undefined && rhythm === null) {
    throw new UsageError('--every default is for one folder. Name it: labseal audit FOLDER');
  }
  const at = folder === undefined ? null : { path: path.resolve(folder) };
  const root = at === null ? null : valueOf(await audits.rootOf(at)); // a link is followed once
  const { all, folders } = valueOf(await audits.setSchedule(at, rhythm, signal));
  const own = folders.find((each) => each.root === root) ?? null;
  const held = root === null ? all : (own?.rhythm ?? 'never');
  const nextAtMs = own?.nextAtMs ?? null;
  output.json({
    folder: root,
    every: held,
    nextAt: nextAtMs === null ? null : isoFromMs(nextAtMs),
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
      nextAt: nextAtMs === null ? null : isoFromMs(nextAtMs),
    })),
  });
  printAuditLists(runs, schedules, output);
  return EXIT.done;
}
