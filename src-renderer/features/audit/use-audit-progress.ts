/** How far a running audit is, as the core tells it; null before the first word about it. */
import { useEffect, useState } from 'react';
import type { AuditProgress } from '../../../src-shared/model/proofs/audit.ts';
import { useBridge } from '../../data/bridge-context.ts';

export function useAuditProgress(runId: string): AuditProgress | null {
  const { bridge } = useBridge();
  const [progress, setProgress] = useState<AuditProgress | null>(null);
  useEffect(() => {
    const stop = bridge.subscribe((event) => {
      if (event.kind === 'audit-progress' && event.progress.runId === runId) {
        setProgress(event.progress);
      }
    });
    return () => {
      stop();
      setProgress(null);
    };
  }, [bridge, runId]);
  return progress;
}
