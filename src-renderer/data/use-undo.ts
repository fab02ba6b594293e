/** Takes back a change that waits, from wherever it is shown. */
import { useState } from 'react';
import type { PageFault } from '../bridge/bridge.ts';
import { useSend } from './use-send.ts';

export interface Undo {
  readonly undo: (changeId: number) => void;
  /** Number of the change that is being taken back. */
  readonly undoing: number | null;
  readonly fault: PageFault | null;
}

export function useUndo(): Undo {
  const { send, isPending, fault } = useSend('outbox.resolve');
  const [last, setLast] = useState<number | null>(null);
  return {
    undoing: isPending ? last : null,
    fault,
    undo: (changeId) => {
      setLast(changeId);
      send({ id: String(changeId), decision: 'undo' }, () => undefined);
    },
  };
}
