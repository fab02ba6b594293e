/** The report of a verification, to be kept beside the file: for people, or for programs. */
import type { ReactElement } from 'react';
import type { ReportForm } from '../../../src-shared/bridge/verify-calls.ts';
import { useSend } from '../../data/use-send.ts';
import { MenuButton } from '../../ui/overlay/menu.tsx';
import { saveFile } from '../../ui/layout/save-file.ts';
import { Trouble } from '../../parts/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';

export function SaveReport({ id }: Readonly<{ id: string }>): ReactElement {
  const { verify, language } = useWords();
  const { send, fault } = useSend('verify.report');
  const save = (form: ReportForm) =>
    send({ id, form, language: language.tag === 'it' ? 'it' : 'en' }, (report) =>
      saveFile(report.fileName, [report.text], report.mediaType),
    );
  return (
    <>
      <MenuButton
        label={verify.saveReport}
        isSmall
        entries={[
          { id: 'text', label: verify.asText, onAction: () => save('text') },
          { id: 'json', label: verify.asJson, onAction: () => save('json') },
        ]}
      />
      <Trouble fault={fault} />
    </>
  );
}
