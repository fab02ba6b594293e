/** Takes the report of an audit along, as a table or as data. */
import type { ReactElement } from 'react';
import type { AuditForm } from '../../../src-shared/bridge/audit-calls.ts';
import type { AuditRun } from '../../../src-shared/model/proofs/audit.ts';
import { useDeed } from '../../data/use-command.ts';
import { MenuButton } from '../../ui/overlay/menu.tsx';
import { saveFile } from '../../ui/layout/save-file.ts';
import { Trouble } from '../../parts/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import { readWholeAudit } from './export-audit.ts';

const TYPES: Readonly<Record<AuditForm, string>> = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
};

export function ExportAudit({ run }: Readonly<{ run: AuditRun }>): ReactElement {
  const { audits } = useWords();
  const { run: work, fault } = useDeed();
  const save = (form: AuditForm) =>
    work(
      (ask) => readWholeAudit(ask, run.id, form),
      ({ fileName, parts }) => saveFile(fileName, parts, TYPES[form]),
    );
  return (
    <>
      <Trouble fault={fault} />
      <MenuButton
        label={audits.saveReport}
        entries={[
          { id: 'csv', label: audits.asCsv, onAction: () => save('csv') },
          { id: 'json', label: audits.asJson, onAction: () => save('json') },
        ]}
      />
    </>
  );
}
