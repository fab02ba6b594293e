/** One bundle from its beginning to its end: begun by a press, asked after until it has ended, given up by another press. */
import { useEffect, useState } from 'react';
import type { CallInput } from '../../../src-shared/bridge/calls.ts';
import type { EvidenceWork } from '../../../src-shared/bridge/evidence-calls.ts';
import type { PageFault } from '../../bridge/bridge.ts';
import { useCall } from '../../data/bridge-context.ts';

const ASK_EVERY_MS = 400;

type Followed =
  | { readonly state: 'none'; readonly fault: PageFault | null }
  | { readonly state: 'beginning' }
  | { readonly state: 'followed'; readonly workId: string; readonly work: EvidenceWork };

const JUST_BEGUN: EvidenceWork = {
  state: 'running',
  progress: { doneFiles: 0, totalFiles: 0, doneBytes: 0, totalBytes: 0 },
};

export interface EvidenceFollowing {
  /** Null while none was begun, or its beginning is not answered yet. */
  readonly work: EvidenceWork | null;
  readonly isBeginning: boolean;
  /** Why it could not be begun or asked after. */
  readonly fault: PageFault | null;
  readonly begin: (wish: CallInput<'evidence.export'>) => void;
  readonly giveUp: () => void;
  /** Back to the choice. */
  readonly forget: () => void;
}

export function useEvidenceWork(): EvidenceFollowing {
  const start = useCall('evidence.export');
  const askAfter = useCall('evidence.work');
  const cancel = useCall('evidence.cancel');
  const [now, setNow] = useState<Followed>({ state: 'none', fault: null });
  const runningId = now.state === 'followed' && now.work.state === 'running' ? now.workId : null;

  useEffect(() => {
    if (runningId === null) return undefined;
    let isOver = false;
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    const ask = async () => {
      const answer = await askAfter({ workId: runningId });
      if (isOver) return;
      setNow(
        answer.ok
          ? { state: 'followed', workId: runningId, work: answer.value }
          : { state: 'none', fault: answer.fault },
      );
    };
    void ask();
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [runningId, askAfter]);

  return {
    work: now.state === 'followed' ? now.work : null,
    isBeginning: now.state === 'beginning',
    fault: now.state === 'none' ? now.fault : null,
    begin(wish) {
      setNow({ state: 'beginning' });
      void start(wish).then((answer) =>
        setNow(
          answer.ok
            ? { state: 'followed', workId: answer.value.workId, work: JUST_BEGUN }
            : { state: 'none', fault: answer.fault },
        ),
      );
    },
    giveUp() {
      if (runningId !== null) void cancel({ workId: runningId });
    },
    forget: () => setNow({ state: 'none', fault: null }),
  };
}
