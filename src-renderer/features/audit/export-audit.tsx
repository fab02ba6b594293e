/** Takes the report of an audit along: to print and sign, as a table or as data. */
import type { ReactElement } from 'react';
import type { AuditForm } from '../../../src-shared/bridge/audit-calls.ts';
import type { AuditRun } from '../../../src-shared/model/proofs/audit.ts';
import { type Ask, useAction } from '../../data/use-action.ts';
import { MenuButton } from '../../ui/overlay/menu.tsx';
import { saveBase64, saveFile } from '../../ui/layout/save-file.ts';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { PageFault } from '../../bridge/bridge.ts';

const TYPES: Readonly<Record<AuditForm, string>> = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
};

export function ExportAudit({ run }: Readonly<{ run: AuditRun }>): ReactElement {
  const { audits, language } = useWords();
  const { run: work, fault } = useAction();
  const save = (form: AuditForm) =>
    work(
      (ask) => readWholeAudit(ask, run.id, form),
      ({ fileName, parts }) => saveFile(fileName, parts, TYPES[form]),
    );
  const savePaper = () =>
    work(
      (ask) => ask('audit.paper', { runId: run.id, language: language.id }),
      ({ fileName, base64 }) => saveBase64(fileName, base64, 'application/pdf'),
    );
  return (
    <>
      <ErrorNotice fault={fault} />
      <MenuButton
        label={audits.saveReport}
        entries={[
          { id: 'pdf', label: audits.asPdf, onAction: savePaper },
          { id: 'csv', label: audits.asCsv, onAction: () => save('csv') },
          { id: 'json', label: audits.asJson, onAction: () => save('json') },
        ]}
      />
    </>
  );
}

interface AuditReport {
  readonly fileName: string;
  readonly parts: readonly string[];
}

/** The whole report of an audit, piece after piece: no message of the host carries 100,000 files at once. */
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
