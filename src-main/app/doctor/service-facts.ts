/** One read of the service: does it answer, as what, and which time does it show. Nothing is sent that changes anything. */
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { SECOND_MS, msFromHttpDate } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  isReachedDirectly,
  makeAgents,
  parseProxy,
  readExtraAuthorities,
} from '../../service/agents.ts';
import { parseBaseAddress, type BaseAddress } from '../../service/base-address.ts';
import type { CallLimits } from '../../service/call-limits.ts';
import { endpoints } from '../../../src-shared/service/endpoints.ts';
import { faultOfError, header, readAnswer } from '../../service/classify.ts';
import { exchange, type Exchanged } from '../../service/exchange.ts';
import { networkCode } from '../../service/network-error.ts';
import { parseJson, utf8Text } from '../../service/json-text.ts';
import type { RememberedAccount } from '../../session/accounts.ts';
import { proxyTo } from '../connection.ts';
import type { CoreSettings } from '../settings.ts';
import type { NetworkFacts, ServiceFacts } from './doctor-facts.ts';

/** A person is waiting: a service that needs longer is not well. */
const LIMITS: CallLimits = {
  connectMs: 10 * SECOND_MS,
  silenceMs: 10 * SECOND_MS,
  wholeMs: 20 * SECOND_MS,
};
const MAX_ANSWER_BYTES = 1_000_000;

export interface AskParts {
  readonly settings: Pick<CoreSettings, 'server' | 'network'>;
  readonly clock: Clock;
  readonly account: RememberedAccount | null;
  /** A person has Labseal work offline: then nothing is asked. */
  readonly isKeptOffline: boolean;
  /** Of `account`; null: the service is asked without one. */
  readonly token: string | null;
}

/** Says whether there is a proxy and further authorities, without what would sign in at the proxy. */
export async function networkFacts({
  settings,
  account,
}: Pick<AskParts, 'settings' | 'account'>): Promise<NetworkFacts> {
  const { authoritiesFile } = settings.network;
  const read = authoritiesFile === null ? null : await readExtraAuthorities(authoritiesFile);
  return {
    proxy: proxyFacts(settings.network, addressOf({ settings, account })),
    authorities:
      authoritiesFile === null || read === null
        ? null
        : { path: authoritiesFile, isUsable: read.ok },
  };
}

function proxyFacts(
  { httpsProxy, noProxy }: CoreSettings['network'],
  address: ReturnType<typeof addressOf>,
): NetworkFacts['proxy'] {
  if (httpsProxy === null) return null;
  const { variable, text } = httpsProxy;
  const isUsed = address?.ok !== true || !isReachedDirectly(address.value, noProxy);
  return { variable, host: parseProxy(text)?.host ?? null, isUsed };
}

function addressOf({ settings, account }: Pick<AskParts, 'settings' | 'account'>) {
  const server = settings.server ?? account?.server ?? null;
  return server === null ? null : parseBaseAddress(server);
}

export async function askService(
  { settings, clock, account, token, isKeptOffline }: AskParts,
  { authorities }: NetworkFacts,
  signal: AbortSignal,
): Promise<ServiceFacts> {
  const parsed = addressOf({ settings, account });
  if (parsed === null) return { kind: 'none' };
  if (!parsed.ok) return { kind: 'bad-address', fault: parsed.fault };
  if (isKeptOffline) return { kind: 'not-asked', why: 'offline' };
  const address = parsed.value;
  const { noProxy, authoritiesFile } = settings.network;
  const proxy = await proxyTo(address, settings.network);
  if (!proxy.ok) return { kind: 'not-asked', why: 'network' };
  if (authorities?.isUsable === false) return { kind: 'not-asked', why: 'network' };
  const read = authoritiesFile === null ? null : await readExtraAuthorities(authoritiesFile);
  const extraAuthorities = read?.ok === true ? read.value : [];
  const agents = makeAgents(address, { proxy: proxy.value, noProxy, extraAuthorities });
  // The token belongs to the service that gave it.
  const own = token !== null && account?.server === address.href ? { token, account } : null;
  const startedMs = clock.monotonicMs();
  try {
    const exchanged = await exchange(
      {
        method: 'GET',
        url: urlOf(address, own?.account.userId ?? null),
        headers: {
          Accept: 'application/json',
          ...(own === null ? {} : { Authorization: `Bearer ${own.token}` }),
        },
        body: null,
        maxAnswerBytes: MAX_ANSWER_BYTES,
        isQuestion: true,
      },
      { agents, clock, limits: LIMITS },
      signal,
    );
    const roundTripMs = Math.round(clock.monotonicMs() - startedMs);
    return factsOf(exchanged, { address, clock, roundTripMs, hasToken: own !== null });
  } finally {
    agents.destroy();
  }
}

/** Somebody's own record; without a session anything that the service has to refuse with 401. */
function urlOf({ href }: BaseAddress, userId: string | null): URL {
  return new URL(
    userId === null ? `${href}/projects` : `${href}/users/${encodeURIComponent(userId)}`,
  );
}

const PAGE: ServiceFault = { kind: 'not-the-service', what: 'html' };

interface Circumstances {
  readonly address: BaseAddress;
  readonly clock: Clock;
  readonly roundTripMs: number;
  readonly hasToken: boolean;
}

function factsOf(
  exchanged: Exchanged,
  { address, clock, roundTripMs, hasToken }: Circumstances,
): ServiceFacts {
  const nowMs = clock.nowMs();
  const reading = { effect: 'none', mayHaveActed: false, nowMs } as const;
  const common = {
    kind: 'asked' as const,
    address: address.href,
    isEncrypted: address.href.startsWith('https:'),
    roundTripMs,
  };
  if (exchanged.kind === 'broken') {
    const fault = faultOfError(exchanged.error, reading);
    if (fault === null) throw exchanged.error;
    const code = networkCode(exchanged.error);
    return { ...common, status: null, clockAheadMs: null, isTokenRefused: false, fault, code };
  }
  const { status, headers, bytes } = exchanged;
  const text = (bytes === null ? null : utf8Text(bytes)) ?? '';
  const { schema } = endpoints[hasToken ? 'getUser' : 'listProjects'].returns;
  const answer = readAnswer({ status, headers, text }, schema, reading);
  const found = answer.ok ? null : answer.fault;
  const isRefusal = found?.kind === 'not-signed-in';
  // A proxy that wants a name says 401 too, with a page.
  const fault = isRefusal && !parseJson(text).ok ? PAGE : found;
  const isService = fault?.kind !== 'not-the-service';
  return {
    ...common,
    status,
    clockAheadMs: isService ? clockAhead(headers, nowMs - roundTripMs / 2) : null,
    isTokenRefused: isRefusal && isService && hasToken,
    fault: isRefusal && isService ? null : fault, // without a session 401 is right
    code: null,
  };
}

function clockAhead(headers: Parameters<typeof header>[0], atMs: number): number | null {
  const serverMs = msFromHttpDate(header(headers, 'date') ?? '');
  return serverMs === null ? null : Math.round(atMs - (serverMs + SECOND_MS / 2)); // it shows whole seconds
}
