/** The token store and the session. A token that is read here goes to the service that gave it, and nowhere else. */
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { accountKey, type RememberedAccount } from '../../session/accounts.ts';
import { chooseTokenStore } from '../../session/choose-token-store.ts';
import { makeKeychainStore, type OpenEntry } from '../../session/keychain-store.ts';
import { withheldOf } from '../../session/token-store.ts';
import { readClaims } from '../../session/token-claims.ts';
import type { CoreSettings } from '../settings.ts';
import type { SessionFacts, TokenStoreFacts } from './doctor-facts.ts';

export interface SessionParts {
  readonly settings: Pick<CoreSettings, 'tokenStore' | 'dataFolder'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly openEntry: OpenEntry;
  readonly interruption: AbortSignal;
}

/** Writes a test entry of its own into the keychain, reads it back and removes it, where a keychain was chosen. */
export async function tokenStoreFacts({
  settings: { tokenStore: choice },
  clock,
  ids,
  openEntry,
  interruption,
}: SessionParts): Promise<TokenStoreFacts> {
  if (choice !== 'keychain') return { choice, keychain: null };
  const store = makeKeychainStore(openEntry, clock, interruption);
  const entry = `doctor-${ids.hex(8)}`;
  const kept = await store.write(entry, ids.hex(16));
  const left = await store.remove(entry);
  const trouble = kept.kept === 'memory' ? kept.instead : null;
  return { choice, keychain: { trouble, isLeft: left !== null && trouble !== 'absent' } };
}

export interface ReadSession {
  readonly facts: SessionFacts;
  /** Only for the service of the account; null: there is none that may be sent. */
  readonly token: string | null;
}

/** Reads the session of the last sign-in and leaves it as it is, an expired one too. */
export async function readSession(
  account: RememberedAccount | null,
  { settings, clock, openEntry, interruption }: SessionParts,
): Promise<ReadSession> {
  if (account === null) return { facts: { kind: 'nobody' }, token: null };
  const { email, server, userId } = account;
  const { tokenStore: choice, dataFolder: folder } = settings;
  const store = chooseTokenStore({ choice, folder, openEntry, clock, interruption });
  const recalled = await store.read(accountKey(server, userId));
  store.close();
  const claims = recalled.token === null ? null : readClaims(recalled.token);
  if (recalled.token === null || claims === null || claims.userId !== userId) {
    const why = recalled.token === null ? withheldOf(recalled) : null;
    if (why !== null) return { facts: { kind: 'withheld', email, why }, token: null };
    const isDamaged = recalled.token === null && recalled.trouble === 'unreadable-file';
    return { facts: { kind: 'not-kept', email, isDamaged }, token: null };
  }
  const { expiresAtMs } = claims;
  const seemsExpired = expiresAtMs <= clock.nowMs(); // this computer's clock may be wrong: the service's decides
  return {
    facts: { kind: 'kept', email, expiresAtMs },
    token: seemsExpired ? null : recalled.token,
  };
}
