/** Opens an account. Its features are bound one by one, each by its own module, when they are used. */
import path from 'node:path';
import { ok, type Result } from '../../src-shared/model/result.ts';
import type { CoreFault } from '../../src-shared/model/status/core-fault.ts';
import type { Announce } from '../pipeline/common/ports.ts';
import type { AccountBase, AccountParts } from './account-base.ts';
import { openAccountState } from './account-state.ts';
import { gatedClient, makeServiceGate } from '../pipeline/common/service-gate.ts';
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
  const latest: AccountBase['latest'] = { run: null, announce: null };
  const announce: Announce = (event) => latest.announce?.(event);
  const bookNowMs = () => session.serviceNowMs();
  const opened = openAccountState(folder, { clock, ids, bookNowMs, announce });
  if (!opened.ok) return opened;
  const { state, transitions } = opened.value;
  const gate = makeServiceGate({ clock, chance, announce, preferences: state.preferences });
  const ends: (() => void)[] = [];

  const base: AccountBase = {
    ...parts,
    ...ports,
    address,
    agents,
    session,
    use: makeUse(() => base),
    state,
    transitions,
    gate,
    announce,
    folder,
    certificateFolder: path.join(folder, 'certificates'),
    client: gatedClient(connection.client, gate),
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
