/** Saves the report of an audit where a person wants it; an existing file is never overwritten. */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { AuditPiece } from '../../../../src-shared/bridge/audit-calls.ts';
import { AUDIT_VERDICTS, type AuditRun } from '../../../../src-shared/model/proofs/audit.ts';
import type { Audits } from '../../../features/audit/audits.ts';
import { printAudit } from './audit-report.ts';
import { valueOf } from '../command-context.ts';
import { UsageError } from '../exit-code.ts';
import type { Output } from '../output.ts';

export interface AuditFiles {
  readonly csv?: string;
  readonly report?: string;
}

/** Absolute paths that are free. Throws `UsageError` for a name that cannot be meant. */
export async function chooseTargets({ csv, report }: AuditFiles): Promise<AuditFiles> {
  return {
    ...(csv === undefined ? {} : { csv: await free('--csv', csv, ['.csv']) }),
    ...(report === undefined ? {} : { report: await free('--report', report, ['.json', '.txt']) }),
  };
}

export async function saveAudit(
  run: AuditRun,
  { csv, report }: AuditFiles,
  audits: Pick<Audits, 'rows' | 'export'>,
  output: Output,
): Promise<void> {
  if (csv !== undefined) await save(csv, pieces(run, 'csv', audits), output);
  if (report === undefined) return;
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
