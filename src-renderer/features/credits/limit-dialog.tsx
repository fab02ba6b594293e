/** Changes one limit of spending, or lifts it. Nothing is spent by it. */
import { useState, type ReactElement } from 'react';
import type { SpendLimitName } from '../../../src-shared/model/money/spend-limits.ts';
import { useSend } from '../../data/use-send.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';

/** Null for no limit, undefined for what is no whole number of credits. */
export function readLimit(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const value = Number(trimmed);
  return /^\d{1,12}$/.test(trimmed) && Number.isSafeInteger(value) ? value : undefined;
}

export function LimitDialog({
  name,
  value,
  onClose,
}: Readonly<{ name: SpendLimitName; value: number | null; onClose: () => void }>): ReactElement {
  const words = useWords();
  const { credits } = words;
  const [text, setText] = useState(value === null ? '' : String(value));
  const [error, setError] = useState<string | null>(null);
  const { send, isPending, fault } = useSend('credits.setLimit');
  const save = () => {
    const limit = readLimit(text);
    setError(limit === undefined ? credits.wholeNumber : null);
    if (limit !== undefined) send({ name, value: limit }, onClose);
  };
  return (
    <Dialog
      title={credits.limits[name].label}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{credits.cancel}</Button>
          <Button kind="primary" isPending={isPending} onPress={save}>
            {credits.save}
          </Button>
        </>
      }
    >
      <TextField
        label={credits.limits[name].field}
        hint={credits.emptyLifts}
        inputMode="numeric"
        value={text}
        onChange={setText}
        error={error ?? (fault === null ? null : faultSentence(fault, words))}
      />
    </Dialog>
  );
}
