/** Why the service cannot be asked right now, in words; null when it can. */
import { useCore } from '../../data/bridge-context.ts';
import { useHealth } from '../../data/use-health.ts';
import { useWorkingOffline } from '../../data/use-working-offline.ts';
import { useNow } from '../../ui/feedback/use-now.ts';
import { useWords } from '../../words/words-context.ts';

const AWAY: ReadonlySet<string> = new Set(['offline', 'server-down', 'host-lost']);

export function useServiceReason(): string | null {
  const { verify } = useWords();
  const nowMs = useNow();
  const isSignedIn = useCore(({ status }) => status?.session.state === 'signed-in');
  const isAway = useHealth(nowMs).some(({ code }) => AWAY.has(code));
  const isOffline = useWorkingOffline() === true;
  if (isOffline) return verify.workingOffline;
  if (isAway) return verify.noConnection;
  return isSignedIn ? null : verify.signedOut;
}
