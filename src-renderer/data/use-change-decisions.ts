/** A person's decisions about a change that waits or was not accepted, from wherever it is shown. */
import { useState } from 'react';
import type { DECISIONS } from '../../src-shared/bridge/outbox-calls.ts';
import type { PageFault } from '../bridge/bridge.ts';
import { useAction } from './use-action.ts';

export type Decision = (typeof DECISIONS)[number];

export interface Decide {
  readonly decide: (changeId: number, decision: Decision) => void;
  readonly fixEmail: (changeId: number, email: string) => void;
  /** Number of the change that is being decided about. */
  readonly deciding: number | null;
  readonly fault: PageFault | null;
}

export function useDecide(): Decide {
  const { run, isPending, fault } = useAction();
  const [last, setLast] = useState<number | null>(null);
  return {
    deciding: isPending ? last : null,
    fault,
    decide: (changeId, decision) => {
      setLast(changeId);
      run((ask) => ask('outbox.resolve', { id: String(changeId), decision }));
    },
    fixEmail: (changeId, email) => {
      setLast(changeId);
      run((ask) => ask('outbox.fixEmail', { id: String(changeId), email }));
    },
  };
}

export interface Undo {
  readonly undo: (changeId: number) => void;
  /** Number of the change that is being withdrawn. */
  readonly undoing: number | null;
  readonly fault: PageFault | null;
}

/** Withdraws a change that waits. */
export function useUndo(): Undo {
  const { decide, deciding, fault } = useDecide();
  return { undo: (changeId) => decide(changeId, 'undo'), undoing: deciding, fault };
}
