/** What the tray shows beyond counts: money and the latest proofs, as this computer knows them. Asks nobody. */
import type { TrayFacts } from '../../../src-shared/model/status/tray-view.ts';
import type { Account } from '../../app/account.ts';

const MOST_PROOFS = 5;

/** The balance that was read last, and what waits for a yes; null while nothing is known. */
export function offeredCredits(
  account: Pick<Account, 'credits' | 'offers'> | null,
): TrayFacts['credits'] {
  const balance = account?.credits.known() ?? null;
  if (account === null || balance === null) return null;
  const { files, credits } = account.offers.offer(null);
  return { balance, queuedFiles: files, queuedCredits: credits };
}

export function latestProofs(
  account: Pick<Account, 'certificateRange'> | null,
): TrayFacts['proofs'] {
  if (account === null) return [];
  const { proofs } = account.certificateRange.range({ isAvailable: true }, 0, MOST_PROOFS);
  return proofs.map(({ fileId, projectId, name }) => ({ fileId, projectId, name }));
}
