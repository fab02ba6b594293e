/** Asks before credits are spent: how many files, what they cost, what is left. The button carries the number. */
import type { ReactElement } from 'react';
import type { SpendOffer } from '../../src-shared/bridge/file-calls.ts';
import { useWords } from '../words/words-context.ts';
import { Button } from '../ui/layout/button.tsx';
import { classes } from '../ui/layout/classes.ts';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { Problem } from '../ui/form/form.tsx';
import styles from './spend-question.module.css';

export function SpendQuestion({
  offer,
  about,
  balance,
  isOpen,
  isPending,
  problem,
  onAgree,
  onClose,
}: Readonly<{
  offer: SpendOffer;
  /** What is to be known before the figures. */
  about?: string;
  /** Null when it was never read. */
  balance: number | null;
  isOpen: boolean;
  isPending: boolean;
  /** Why it was not agreed to; null when there is nothing to say. */
  problem: string | null;
  onAgree: () => void;
  onClose: () => void;
}>): ReactElement {
  const { spend, ui, figures } = useWords();
  const { files, bytes, credits, isExact, changedFiles } = offer;
  const price = isExact ? ui.credits(credits) : ui.aboutCredits(credits);
  const left = balance === null ? null : balance - credits;
  const lines = [
    { label: spend.files, value: `${figures.number(files)} · ${figures.size(bytes)}` },
    ...(changedFiles === 0
      ? []
      : [{ label: spend.newVersions, value: figures.number(changedFiles) }]),
    { label: spend.price, value: price },
    // There from the start, so that nothing moves under a finger when the balance comes.
    { label: spend.balance, value: balance === null ? spend.notRead : figures.number(balance) },
    left !== null && left < 0
      ? { label: spend.short, value: figures.number(-left) }
      : { label: spend.left, value: left === null ? spend.notRead : figures.number(left) },
  ];
  return (
    <Dialog
      title={spend.title(files)}
      isOpen={isOpen}
      onClose={onClose}
      isQuestion
      actions={
        <>
          <Button onPress={onClose}>{ui.cancel}</Button>
          <Button kind="primary" isPending={isPending} onPress={onAgree}>
            {spend.agree(files, price)}
          </Button>
        </>
      }
    >
      {about !== undefined && <p className={styles['note']}>{about}</p>}
      <dl className={styles['lines']}>
        {lines.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={classes(styles['note'], styles['twoLines'])}>
        {left !== null && left < 0 ? spend.shortText : isExact ? spend.exactText : spend.aboutText}
      </p>
      <Problem text={problem} />
    </Dialog>
  );
}
