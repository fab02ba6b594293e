/** The whole report of an audit, piece after piece: no message of the host carries 100,000 files at once. */
import type { AuditForm } from '../../../src-shared/bridge/audit-calls.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { Ask } from '../../data/use-command.ts';
import type { PageFault } from '../../bridge/bridge.ts';

export interface AuditReport {
  readonly fileName: string;
  readonly parts: readonly string[];
}

export async function readWholeAudit(
  ask: Ask,
  runId: string,
  form: AuditForm,
): Promise<Result<AuditReport, PageFault>> {
  const parts: string[] = [];
  let from: number | null = 0;
  let fileName = '';
  while (from !== null) {
    const piece: Awaited<ReturnType<typeof ask<'audit.export'>>> = await ask('audit.export', {
      runId,
      form,
      from,
    });
    if (!piece.ok) return fail(piece.fault);
    parts.push(piece.value.text);
    ({ fileName, next: from } = piece.value);
  }
  return ok({ fileName, parts });
}
