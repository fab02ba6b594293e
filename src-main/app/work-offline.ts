/** Goes offline at a person's request, and online again. */
import type { AccountBase } from './account-base.ts';
import { bindDownloads } from './bind-downloads.ts';
import { bindOutbox } from './bind-outbox.ts';
import { bindTransfers } from './bind-uploads.ts';
import { OFFLINE } from '../pipeline/common/service-gate.ts';

const PAUSED = 'uploads-paused-by-working-offline';

/** No request is made and nothing is sent, uploads included, until it is switched back. */
export function workOffline(isOffline: boolean, account: AccountBase): void {
  const { use, gate, agents } = account;
  gate.setOffline(isOffline);
  pauseUploads(isOffline, account);
  if (isOffline) {
    agents.closeKept();
    use(bindDownloads).stopAll(OFFLINE);
  }
  use(bindOutbox).outboxRunner.poke();
}

/** A pause that the person had set before remains when they go online. */
function pauseUploads(isOffline: boolean, { use, state }: AccountBase): void {
  const transfers = use(bindTransfers);
  if (isOffline && state.transferRules.get().pause === null) {
    transfers.pause('now', null);
    state.preferences.set(PAUSED, 'yes');
  }
  if (!isOffline && state.preferences.get(PAUSED) === 'yes') {
    transfers.resume();
    state.preferences.set(PAUSED, 'no');
  }
}
