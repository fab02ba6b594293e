/** One service and the session with it: address, agents, client, account calls. */
import type { CoreFault } from '../../src-shared/model/status/core-fault.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { Clock } from '../platform/clock.ts';
import { startHelperProcess } from '../platform/helper-process.ts';
import { isReachedDirectly, makeAgents, parseProxy, type Proxy } from '../service/agents.ts';
import { parseBaseAddress, type BaseAddress } from '../service/base-address.ts';
import { makeServiceClient, type ServiceClient } from '../service/service-client.ts';
import { makeAccountCalls } from '../session/account-calls.ts';
import { makeAccountsFile } from '../session/accounts.ts';
import { connectsTo, makeContact } from '../service/service-contact.ts';
import { chooseTokenStore } from '../session/choose-token-store.ts';
import type { Leftover } from '../../src-shared/model/people/session-view.ts';
import { makeSession, removeTokens } from '../session/session.ts';
import { makeSystemKeychain } from '../session/keychain-store.ts';
import type { CoreSettings } from './settings.ts';

export type Connection = Awaited<ReturnType<typeof connect>>;

export interface ConnectionPorts {
  readonly clock: Clock;
  /** The service answered. */
  readonly onHeard: () => void;
  readonly onContact: () => void;
  /** The service at this address has not answered for a few seconds. */
  readonly onLate: (server: string) => void;
  readonly mayProbe: () => boolean;
  /** The program is asked to end: no keychain is waited for any more. */
  readonly interruption: AbortSignal;
}

/** What stands between this computer and a service, if anything. A service on this computer is always reached directly. */
export async function proxyTo(
  { href, isLoopback }: BaseAddress,
  { httpsProxy, findProxy }: CoreSettings['network'],
): Promise<Result<Proxy | null, CoreFault>> {
  if (isLoopback) return ok(null);
  const text = httpsProxy?.text ?? (await findProxy?.(href)) ?? null;
  if (text === null) return ok(null);
  const proxy = parseProxy(text);
  return proxy === null
    ? fail({ kind: 'bad-proxy', variable: httpsProxy?.variable ?? null })
    : ok(proxy);
}

/** The way to a service. */
export interface Way {
  readonly address: BaseAddress;
  readonly proxy: Proxy | null;
}

/** Whether a service can be used, by its address and the proxy before it. Nothing is sent. */
export async function findWay(
  server: string,
  { network }: CoreSettings,
): Promise<Result<Way, CoreFault>> {
  const address = parseBaseAddress(server);
  if (!address.ok) return fail({ kind: 'bad-address', address: server, fault: address.fault });
  const proxy = await proxyTo(address.value, network);
  return proxy.ok ? ok({ address: address.value, proxy: proxy.value }) : proxy;
}

/** Where a session is kept on this computer. */
function sessionPlaces(
  { dataFolder: folder, tokenStore: choice }: Pick<CoreSettings, 'dataFolder' | 'tokenStore'>,
  ports: Pick<ConnectionPorts, 'clock' | 'interruption'>,
) {
  const openEntry = makeSystemKeychain(startHelperProcess);
  const store = chooseTokenStore({ choice, folder, openEntry, ...ports });
  return { store, accounts: makeAccountsFile(folder) };
}

/** Removes every token that is kept for this data folder, without opening it. Resolves as `Session.signOut`. */
export async function removeKeptTokens(
  settings: Pick<CoreSettings, 'dataFolder' | 'tokenStore'>,
  ports: Pick<ConnectionPorts, 'clock' | 'interruption'>,
): Promise<Leftover | null> {
  const places = sessionPlaces(settings, ports);
  try {
    return await removeTokens(places);
  } finally {
    places.store.close();
  }
}

/** Makes the connection and restores the last session with this service. Nothing is sent. */
export async function connect(
  { address, proxy }: Way,
  settings: CoreSettings,
  extraAuthorities: readonly string[],
  { clock, onHeard, onContact, onLate, mayProbe, interruption }: ConnectionPorts,
) {
  const { noProxy } = settings.network;
  const agents = makeAgents(address, { proxy, noProxy, extraAuthorities }, clock);
  const isDirect = proxy === null || isReachedDirectly(address, noProxy);
  const contact = makeContact({
    clock,
    connects: isDirect ? connectsTo(address.origin) : null,
    mayProbe,
    onChange: onContact,
  });
  const client: ServiceClient = makeServiceClient({
    address,
    agents,
    clock,
    token: () => session.token(),
    withheld() {
      const state = session.state();
      return state.state === 'withheld' ? state.why : null;
    },
    onTokenRefused: (token) => session.tokenRefused(token),
    onAnswered(serverMs, asked) {
      session.onAnswered(serverMs, asked);
      contact.heard();
      onHeard();
    },
    onAllowed: () => contact.allowed(),
    onForbidden: (name, serviceSays) => contact.refused(name, serviceSays),
    onLate: () => onLate(address.href),
    onBroken: (fault) => contact.failed(fault),
  });
  const calls = makeAccountCalls(client);
  const session = makeSession({
    server: address.href,
    ...sessionPlaces(settings, { clock, interruption }),
    clock,
    login: calls.login,
  });
  // Nobody follows on a connection over which somebody else was signed in.
  session.subscribe(() => agents.closeKept());
  await session.restore();
  return {
    address,
    agents,
    client,
    calls,
    session,
    contact,
    async close() {
      contact.close();
      await session.close();
      agents.destroy();
    },
  };
}
