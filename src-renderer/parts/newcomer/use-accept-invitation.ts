/** Accepts an invitation of the signed-in person, and says whether that was done or waits for the service. */
import { useState } from 'react';
import { isWaiting } from '../../../src-shared/model/changes/change.ts';
import { useSend } from '../../data/use-action.ts';
import type { PageFault } from '../../bridge/bridge.ts';

export type Acceptance = 'accepted' | 'waits';

export interface Accepting {
  readonly isPending: boolean;
  /** How the last one ended; null: none has. */
  readonly end: Acceptance | null;
  readonly fault: PageFault | null;
  readonly accept: (projectId: string) => void;
}

export function useAcceptInvitation(): Accepting {
  const { send, isPending, fault } = useSend('members.activate');
  const [end, setEnd] = useState<Acceptance | null>(null);
  return {
    isPending,
    end,
    fault,
    accept: (projectId) => {
      setEnd(null);
      send({ projectId, person: null }, (change) =>
        setEnd(isWaiting(change) ? 'waits' : 'accepted'),
      );
    },
  };
}
