/** A text for a paper or a plan, made from the records of chosen files: to read, to copy, to save. */
import { type ReactElement, useState } from 'react';
import type { EvidenceChoice } from '../../../src-shared/bridge/evidence-calls.ts';
import { type Statement, STATEMENTS } from '../../../src-shared/model/proofs/cited-records.ts';
import { useRead } from '../../data/use-read.ts';
import { HELP_TOPICS } from '../../paths.ts';
import { HelpMark } from '../../parts/help/help-mark.tsx';
import { LoadState } from '../../parts/notices/error-notice.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { CopyButton } from '../../ui/layout/copy-button.tsx';
import { saveFile } from '../../ui/layout/save-file.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogButton } from '../../ui/overlay/dialog-button.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './evidence.module.css';
import { LeftUncitedNote } from './left-uncited.tsx';

export function StatementDialog({
  choice,
  onClose,
}: Readonly<{ choice: EvidenceChoice; onClose: () => void }>): ReactElement {
  const { evidence, language, ui } = useWords();
  const words = evidence.statement;
  const [statement, setStatement] = useState<Statement>('availability');
  const { value, fault, readAgain } = useRead('evidence.statement', {
    choice,
    statement,
    language: language.id,
  });
  const isThere = value !== null && value.cited > 0;
  return (
    <Dialog
      isOpen
      title={words.title}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{ui.close}</Button>
          {isThere && (
            <>
              <CopyButton isSmall={false} label={words.copy} text={value.text} />
              <Button
                kind="primary"
                icon="download"
                onPress={() => saveFile(value.fileName, [value.text], value.mediaType)}
              >
                {words.save}
              </Button>
            </>
          )}
        </>
      }
    >
      <div className={styles['form']}>
        <div className={styles['intro']}>
          <p>{words.about}</p>
          <HelpMark topic={HELP_TOPICS.paper} about={words.title} />
        </div>
        <Select
          label={words.kind}
          options={STATEMENTS.map((kind) => ({ value: kind, label: words.kinds[kind] }))}
          value={statement}
          onChange={setStatement}
        />
        <LoadState value={value} fault={fault} onTryAgain={readAgain} lines={6} />
        {value?.cited === 0 && <p role="status">{evidence.nothingCited}</p>}
        {value !== null && <LeftUncitedNote left={value.left} past={value.past} />}
        {isThere && (
          // A long text is scrolled with the keyboard too.
          <div
            role="group"
            tabIndex={0}
            aria-label={words.kinds[statement]}
            className={styles['text']}
          >
            {value.text}
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** Opens it. */
export function StatementButton({ choice }: Readonly<{ choice: EvidenceChoice }>): ReactElement {
  const { statement } = useWords().evidence;
  return (
    <DialogButton icon="copy" label={statement.open}>
      {(close) => <StatementDialog choice={choice} onClose={close} />}
    </DialogButton>
  );
}
