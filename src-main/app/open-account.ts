/** Opens an account. Its features are bound one by one, each by its own module, when they are used. */
import path from 'node:path';
import { ok, type Result } from '../../src-shared/model/result.ts';
import type { CoreFault } from '../../src-shared/model/status/core-fault.ts';
import type { ServiceFault } from '../../src-shared/model/status/service-fault.ts';
import type { AccountBase, AccountParts } from './account-base.ts';
import { openAccountState } from './account-state.ts';
import { makeAskedPause, pausingClient } from './asked-pause.ts';
import { makeOfflineSwitch } from './offline-switch.ts';
import { makeUse } from './use.ts';

/** Opens an account's database and recovers it after a crash. */
export function openAccount({
  account,
  connection,
  ports,
  ...parts
}: AccountParts): Result<AccountBase, CoreFault> {
  const { clock, ids, chance } = ports;
  const { address, agents, session } = connection;
  const folder = path.join(parts.dataFolder, 'accounts', account);
  const opened = openAccountState(folder, { clock, ids, bookNowMs: () => session.serviceNowMs() });
  if (!opened.ok) return opened;
  const state = opened.value;
  const latest: AccountBase['latest'] = { run: null, announce: null };
  const pause = makeAskedPause(clock, chance);
  const onPause = (fault: ServiceFault): void => latest.run?.pauseAsked(fault);
  const pausing = pausingClient(connection.client, pause, onPause);
  const offline = makeOfflineSwitch(state.preferences, pausing);
  const ends: (() => void)[] = [];

  const base: AccountBase = {
    ...parts,
    ...ports,
    address,
    agents,
    session,
    use: makeUse(() => base),
    state,
    folder,
    certificateFolder: path.join(folder, 'certificates'),
    client: offline.client,
    pause,
    onPause,
    offline,
    userId() {
      const current = session.state();
      return current.state === 'signed-out' ? null : current.userId;
    },
    latest,
    onClose: (end) => void ends.push(end),
    close() {
      for (const end of ends) end();
      state.close();
    },
  };
  return ok(base);
}
