/** One spending limit while it is typed, for the two screens that show it: settings and credits. */
import { useState } from 'react';
import type { SpendLimitName } from '../../src-shared/model/money/spend-limits.ts';
import { useSend } from '../data/use-action.ts';

export function useSpendLimit(name: SpendLimitName, saved: number | null) {
  const before = saved === null ? '' : String(saved);
  const [text, setText] = useState(before);
  const { send, isPending, fault } = useSend('credits.setLimit');
  const limit = readLimit(text);
  return {
    text,
    setText,
    /** The typed value: null for no limit, undefined if it is not an integer number of credits. */
    limit,
    isChanged: text.trim() !== before,
    isPending,
    /** Why it was not saved. */
    fault,
    /** Does nothing while the text is no limit. */
    save: (onSaved: () => void) => {
      if (limit !== undefined && !isPending) send({ name, value: limit }, onSaved);
    },
  };
}

/** Null for no limit, undefined if it is not an integer number of credits. */
export function readLimit(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^\d{1,12}$/.test(trimmed) ? Number(trimmed) : undefined;
}
