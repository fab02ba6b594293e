/** Accepts an invitation of the signed-in person, and says whether that was done or waits for the service. */
import { useState } from 'react';
import { ok } from '../../../src-shared/model/result.ts';
import { useAction } from '../../data/use-action.ts';
import { useSelf } from '../../data/use-invitations.ts';
import type { PageFault } from '../../bridge/bridge.ts';

export type Acceptance = 'accepted' | 'waits';

export interface Accepting {
  readonly isPending: boolean;
  /** How the last one ended; null: none has. */
  readonly end: Acceptance | null;
  readonly fault: PageFault | null;
  readonly accept: (projectId: string) => void;
}

const NOTHING = {};

export function useAcceptInvitation(): Accepting {
  const self = useSelf();
  const { run, isPending, fault } = useAction();
  const [end, setEnd] = useState<Acceptance | null>(null);
  return {
    isPending,
    end,
    fault,
    accept: (projectId) => {
      if (self === null) return;
      const { userId } = self;
      setEnd(null);
      run(async (ask) => {
        const sent = await ask('members.activate', { projectId, userId });
        if (!sent.ok) return sent;
        // The call succeeds as well when the change is only kept; the outbox tells.
        const outbox = await ask('outbox.list', NOTHING);
        if (!outbox.ok) return outbox;
        const waits = outbox.value.changes.some(
          ({ intent, state }) =>
            intent.kind === 'activate-member' &&
            intent.projectId === projectId &&
            intent.userId === userId &&
            state.state === 'waiting',
        );
        return ok(waits ? ('waits' as const) : ('accepted' as const));
      }, setEnd);
    },
  };
}
