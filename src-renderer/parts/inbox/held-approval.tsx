/** Approves files that are held for a person, all of a reason, for the price that is on the button. */
import { type ReactElement, useMemo, useState } from 'react';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { readHoldNote } from '../../../src-shared/model/money/spend-limits.ts';
import { useBalance } from '../../data/queries.ts';
import { useSend } from '../../data/use-action.ts';
import { useRead } from '../../data/use-read.ts';
import { Button } from '../../ui/layout/button.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { pathToFilesIn } from '../../paths.ts';
import { sumOf, SpendQuestion } from '../spend-question.tsx';

const MOST_ROWS = 300; // of one read; more are chosen in their list

/** A review without a reason of Labseal's is a stop of the person's own: it is taken back in the file. */
function isApprovable({ hold, note }: FileListRow): boolean {
  return hold !== 'review' || readHoldNote(note) !== null;
}

export function HeldApproval({
  hold,
}: Readonly<{ hold: 'review' | 'size_confirm' | 'budget' }>): ReactElement {
  const words = useWords();
  const { inbox, spend, ui } = words;
  const input = useMemo(
    () => ({
      filter: { states: ['held' as const], holds: [hold] },
      sort: { by: 'size' as const, isDescending: false },
      first: 0,
      count: MOST_ROWS,
    }),
    [hold],
  );
  const { value: range } = useRead('files.range', input);
  const balance = useBalance();
  const { send, isPending, fault } = useSend('files.approve');
  const [asked, setAsked] = useState<readonly FileListRow[] | null>(null);
  const rows = range === null ? [] : range.rows.filter(isApprovable);
  if (range === null || range.total > range.rows.length || rows.length === 0) {
    return (
      <LinkButton isSmall to={pathToFilesIn('held', hold)}>
        {inbox.chooseFiles}
      </LinkButton>
    );
  }
  const { credits, isExact } = sumOf(rows);
  const price = isExact ? ui.credits(credits) : ui.aboutCredits(credits);
  const close = () => setAsked(null);
  return (
    <>
      <Button isSmall onPress={() => setAsked(rows)}>
        {spend.approve(rows.length, price)}
      </Button>
      {asked !== null && (
        <SpendQuestion
          offer={sumOf(asked)}
          balance={balance?.credits ?? null}
          isOpen
          isPending={isPending}
          problem={fault === null ? null : faultSentence(fault, words)}
          onAgree={() => send({ fileIds: asked.map(({ id }) => id) }, close)}
          onClose={close}
        />
      )}
    </>
  );
}
