/** About an upload whose answer was lost: what is known, and the three ways on. Only one of them can cost credits. */
import { useState, type ReactElement } from 'react';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { useSend } from '../../data/use-send.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Problem } from '../../ui/form/form.tsx';
import { RadioGroup } from '../../ui/form/radio-group.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './files.module.css';

const DECISIONS = ['look', 'keep', 'send-again'] as const;

export function ResolveDialog({
  file,
  onClose,
}: Readonly<{ file: FileListRow; onClose: () => void }>): ReactElement {
  const words = useWords();
  const { files, ui, figures } = words;
  const { send, isPending, fault } = useSend('files.resolve');
  const [decision, setDecision] = useState<(typeof DECISIONS)[number]>('look');
  const { doubt } = file;
  const price = file.isPriceExact ? ui.credits(file.credits) : ui.aboutCredits(file.credits);
  return (
    <Dialog
      title={files.resolveTitle}
      isOpen
      onClose={onClose}
      isQuestion
      actions={
        <>
          <Button onPress={onClose}>{ui.cancel}</Button>
          <Button
            kind="primary"
            isPending={isPending}
            onPress={() => send({ asked: file.id, decision }, onClose)}
          >
            {files.decisions[decision](price)}
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        <p>{files.resolveText(file.name)}</p>
        {doubt !== null && (
          <p>
            {files.findings[doubt.finding.kind]}{' '}
            {doubt.lookedAtMs !== null && files.lookedAt(figures.moment(doubt.lookedAtMs))}
          </p>
        )}
        <RadioGroup
          label={files.decide}
          options={DECISIONS.map((value) => ({
            value,
            label: files.decisions[value](price),
            hint: files.decisionHints[value],
          }))}
          value={decision}
          onChange={setDecision}
        />
        <Problem text={fault === null ? null : faultSentence(fault, words)} />
      </div>
    </Dialog>
  );
}
