/** A text to send to whoever gives credits: who needs how many, and what for. It is shown whole, and only copied. */
import { useState, type ReactElement } from 'react';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useProjects } from '../../data/use-projects.ts';
import { Button } from '../../ui/layout/button.tsx';
import { useCopy } from '../../ui/layout/use-copy.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { sumOf } from '../../parts/spend-question.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './credits.module.css';

export function AskForCredits({
  files,
  spendable,
}: Readonly<{
  /** Those that credits would let go. */
  files: readonly FileListRow[];
  /** Null while it is not known. */
  spendable: number | null;
}>): ReactElement {
  const { credits, ui, figures } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const { canCopy, copy, isCopied, forget, refusal } = useCopy();
  const session = useCore(({ status }) => status?.session ?? null);
  const projects = useProjects();
  const sum = sumOf(files);
  const here = new Set(files.map(({ projectId }) => projectId));
  const names = projects.filter(({ id }) => here.has(id)).map(({ name }) => name);
  const who = session === null || session.state === 'signed-out' ? null : session;
  const there = spendable === null ? null : Math.max(0, spendable);
  const lines = [
    credits.askFirst(files.length, figures.size(sum.bytes), names),
    credits.askSum(figures.number(sum.credits), sum.isExact),
    ...(there === null || there >= sum.credits
      ? []
      : [credits.askMissing(figures.number(there), figures.number(sum.credits - there))]),
    ...(who === null ? [] : [credits.askWho(who.email, who.userId)]),
  ];
  const text = lines.join('\n');
  const close = () => {
    setIsOpen(false);
    forget();
  };
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>{credits.ask}</Button>
      <Dialog
        title={credits.askTitle}
        isOpen={isOpen}
        onClose={close}
        actions={
          <>
            <Button onPress={close}>{ui.close}</Button>
            {canCopy && (
              <Button kind="primary" onPress={() => copy(text)}>
                {credits.copyText}
              </Button>
            )}
          </>
        }
      >
        <p className={styles['letter']}>{text}</p>
        <span role="status">{isCopied ? ui.copied : ''}</span>
        {refusal}
      </Dialog>
    </>
  );
}
