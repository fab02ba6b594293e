/**
 * What is approved and goes on, which can be taken back at once; and what came of that. Files that all wait for credits do
 * not go on: what needs attention tells them.
 */
import { type ReactElement, useState } from 'react';
import { useSend } from '../../data/use-action.ts';
import { useRead } from '../../data/use-read.ts';
import arrangement from '../../ui/layout/arrangement.module.css';
import { Button } from '../../ui/layout/button.tsx';
import { useKeptFocus } from '../../ui/layout/use-restored-focus.ts';
import { useWords } from '../../words/words-context.ts';
import { FaultText } from '../notices/error-notice.tsx';

const NOTHING = { files: 0, short: 0, isForReserve: false };

/** `isAnswer`: shown where something was just approved, it takes the focus that was lost with the button. */
export function UndoApproval({
  isAnswer = false,
}: Readonly<{ isAnswer?: boolean }>): ReactElement | null {
  const { spend } = useWords();
  const { files, short, isForReserve } = useRead('files.approved', {}).value ?? NOTHING;
  const { send, isPending, fault } = useSend('files.unapprove');
  const [said, setSaid] = useState<string | null>(null);
  const [before, setBefore] = useState(files);
  if (files !== before) {
    setBefore(files);
    // What is approved after an undo is not what it was about.
    if (files > before) setSaid(null);
  }
  const isAny = files > short;
  const place = useKeptFocus<HTMLSpanElement>(`${isAny} ${said}`); // the button goes after the answer came
  if (!isAny && said === null) return null;
  return (
    <div className={arrangement['line']}>
      {isAny && (
        <span {...(isAnswer && said === null ? { ref: place, tabIndex: -1 } : {})}>
          {spend.willGo(files - short, short, isForReserve)}
        </span>
      )}
      {isAny && (
        <Button
          isSmall
          isPending={isPending}
          onPress={() =>
            send({ selection: null }, (undone) =>
              setSaid(spend.undone(undone.files, undone.underWay)),
            )
          }
        >
          {spend.undo}
        </Button>
      )}
      {said !== null && (
        <span ref={place} role="status" tabIndex={-1}>
          {said}
        </span>
      )}
      <FaultText fault={fault} />
    </div>
  );
}
