/** Accepts an invitation of the signed-in person, and says whether that was done or waits for the service. */
import { useState } from 'react';
import { isWaiting } from '../../../src-shared/model/changes/change.ts';
import { useSend } from '../../data/use-action.ts';

export type Acceptance = 'accepted' | 'waits';

export type Accepting = ReturnType<typeof useAcceptInvitation>;

export function useAcceptInvitation() {
  const { send, isPending, fault } = useSend('members.activate');
  const [end, setEnd] = useState<Acceptance | null>(null);
  return {
    isPending,
    /** How the last one ended; null: none has. */
    end,
    fault,
    accept: (projectId: string) => {
      setEnd(null);
      send({ projectId, person: null }, (change) =>
        setEnd(isWaiting(change) ? 'waits' : 'accepted'),
      );
    },
  };
}
