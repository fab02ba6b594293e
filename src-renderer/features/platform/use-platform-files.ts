/** The files of a project on the platform, looked at again while somebody looks: sooner while the service is at work. */
import { useEffect, useMemo } from 'react';
import type { PageEvent } from '../../bridge/bridge.ts';
import { useRange, type Range } from '../../data/use-range.ts';

const STALE_ON: readonly PageEvent['kind'][] = ['projects-changed', 'files-changed'];
const LOOK_MS = 60_000;
const MOVING_LOOK_MS = 30_000;

/** `text`: part of the name; empty for all. */
export function usePlatformFiles(projectId: string, text: string): Range<'files.onPlatform'> {
  const wanted = text.trim();
  const filter = useMemo(
    () => (wanted === '' ? { projectId } : { projectId, text: wanted }),
    [projectId, wanted],
  );
  const range = useRange('files.onPlatform', filter, STALE_ON);
  const { readAgain } = range;
  const everyMs = range.latest?.isMoving === true ? MOVING_LOOK_MS : LOOK_MS;
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) readAgain();
    }, everyMs);
    return () => clearInterval(timer);
  }, [readAgain, everyMs]);
  return range;
}
