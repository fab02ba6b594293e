/** One bundle from its beginning to its end: begun by a press, asked after until it has ended, given up by another press. */
import { useState } from 'react';
import type { CallInput } from '../../../src-shared/bridge/calls.ts';
import type { EvidenceWork } from '../../../src-shared/bridge/evidence-calls.ts';
import { useSend } from '../../data/use-action.ts';
import { useRead } from '../../data/use-read.ts';

const ASK_EVERY_MS = 400;

const JUST_BEGUN: EvidenceWork = {
  state: 'running',
  progress: { doneFiles: 0, totalFiles: 0, doneBytes: 0, totalBytes: 0 },
};

export type EvidenceFollowing = ReturnType<typeof useEvidenceWork>;

export function useEvidenceWork() {
  const start = useSend('evidence.export');
  const cancel = useSend('evidence.cancel');
  const [workId, setWorkId] = useState<string | null>(null);
  const { value, fault } = useRead(
    'evidence.work',
    { workId: workId ?? '' },
    {
      isWanted: workId !== null,
      repeatMs: ({ state }) => (state === 'running' ? ASK_EVERY_MS : null),
    },
  );
  const isFollowed = workId !== null && fault === null;
  return {
    /** Null while none was begun, or its beginning is not answered yet. */
    work: isFollowed ? (value ?? JUST_BEGUN) : null,
    isBeginning: start.isPending,
    /** Why it could not be begun or asked after. */
    fault: start.fault ?? fault,
    begin: (wish: CallInput<'evidence.export'>) => {
      setWorkId(null);
      start.send(wish, (begun) => setWorkId(begun.workId));
    },
    giveUp: () => {
      if (workId !== null) cancel.send({ workId }, () => undefined);
    },
  };
}
