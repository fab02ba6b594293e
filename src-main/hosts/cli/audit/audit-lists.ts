/** Earlier audits, and which folders are audited by themselves. */
import path from 'node:path';
import { AUDIT_RHYTHMS } from '../../../../src-shared/model/proofs/audit.ts';
import { auditRunDocument } from '../../../../src-shared/model/proofs/audit-report.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import { auditWords } from '../../../../src-shared/model/words/en/audits.ts';
import { momentText } from '../../../../src-shared/model/words/en/figures.ts';
import type { Audits } from '../../../features/audit/audits.ts';
import { printAuditLists } from './audit-report.ts';
import { valueOf, type CommandContext } from '../command-context.ts';
import { EXIT, UsageError, type ExitCode } from '../exit-code.ts';
import type { Output } from '../output.ts';

const MOST_LISTED = 50;

/** `default`: a folder follows the rhythm for all watched folders. */
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
