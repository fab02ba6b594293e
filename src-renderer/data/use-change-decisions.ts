/** A person's decisions about a change that waits or was not accepted, from wherever it is shown. */
import { useState } from 'react';
import type { CallInput } from '../../src-shared/bridge/calls.ts';
import type { DECISIONS } from '../../src-shared/bridge/outbox-calls.ts';
import { CREDITS } from '../../src-shared/service/limits.ts';
import { useAction } from './use-action.ts';

export type Decision = (typeof DECISIONS)[number];

/**
 * `credits`: the price on the button, of a decision that spends. Going below the reserve is no part of it: the change then
 * waits, and is sent with what else does.
 */
export function resolutionOf(
  changeId: number,
  decision: Decision,
  credits: number,
): CallInput<'outbox.resolve'> {
  const isSent = decision === 'send-again' || decision === 'raise-limit';
  const agreed = isSent ? { agreed: { credits, passedReserve: null } } : {};
  return { id: String(changeId), decision, ...agreed };
}

export type Decide = ReturnType<typeof useDecide>;

/** About people: what is invited again costs what an invitation does. */
export function useDecide() {
  const { run, isPending, fault } = useAction();
  const [last, setLast] = useState<number | null>(null);
  return {
    /** Number of the change that is being decided about. */
    deciding: isPending ? last : null,
    fault,
    decide: (changeId: number, decision: Decision) => {
      setLast(changeId);
      const resolution = resolutionOf(changeId, decision, CREDITS.projectInvitation);
      run((ask) => ask('outbox.resolve', resolution));
    },
    fixEmail: (changeId: number, email: string) => {
      setLast(changeId);
      run((ask) => ask('outbox.fixEmail', { id: String(changeId), email }));
    },
  };
}

export type Undo = ReturnType<typeof useUndo>;

/** Withdraws a change that waits. `undoing`: number of the one that is being withdrawn. */
export function useUndo() {
  const { decide, deciding, fault } = useDecide();
  return { undo: (changeId: number) => decide(changeId, 'undo'), undoing: deciding, fault };
}
