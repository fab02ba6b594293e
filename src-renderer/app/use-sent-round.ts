/** What went by itself last, as the core tells it: until it is closed, or the next round has its own line. */
import { useEffect, useState } from 'react';
import { useBridge } from '../data/bridge-context.ts';

export interface SentRound {
  readonly sent: number;
  readonly needYou: number;
}

/** The round to be told, null when there is none; and what closes it. */
export function useSentRound(): readonly [SentRound | null, () => void] {
  const { bridge } = useBridge();
  const [round, setRound] = useState<SentRound | null>(null);
  useEffect(
    () =>
      bridge.subscribe((event) => {
        if (event.kind !== 'outbox-sent') return;
        const { sent, needYou } = event;
        setRound(sent + needYou === 0 ? null : { sent, needYou });
      }),
    [bridge],
  );
  return [round, () => setRound(null)];
}
