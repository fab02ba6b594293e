/** Asks before files are sent as private ones: what that costs instead, and what cannot be undone afterwards. */
import type { ReactElement } from 'react';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { useDeed } from '../../data/use-command.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { Problem } from '../../ui/form/form.tsx';
import { sumOf } from '../../parts/total-of-files.ts';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './credits.module.css';
import { makePrivate, privateCredits } from './make-private.ts';

export function MakePrivateDialog({
  files,
  onDone,
  onClose,
}: Readonly<{
  /** Public ones. */
  files: readonly FileListRow[];
  onDone: () => void;
  onClose: () => void;
}>): ReactElement {
  const words = useWords();
  const { credits, ui } = words;
  const { run, isPending, fault } = useDeed();
  const before = sumOf(files);
  const price = ui.credits(privateCredits(files));
  return (
    <Dialog
      title={credits.makePrivateTitle(files.length)}
      isOpen
      onClose={onClose}
      isQuestion
      actions={
        <>
          <Button onPress={onClose}>{ui.cancel}</Button>
          <Button
            kind="primary"
            isPending={isPending}
            onPress={() => run(makePrivate(files), onDone)}
          >
            {credits.makePrivateAgree(files.length, price)}
          </Button>
        </>
      }
    >
      <div className={styles['block']}>
        <Facts
          facts={[
            {
              label: credits.asPublic,
              value: before.isExact ? ui.credits(before.credits) : ui.aboutCredits(before.credits),
            },
            { label: credits.asPrivate, value: price },
          ]}
        />
        <p>{credits.privateMeans}</p>
        <p>{credits.privateForGood}</p>
        <Problem text={fault === null ? null : faultSentence(fault, words)} />
      </div>
    </Dialog>
  );
}
