/** A client bound to a test's server, with short limits, and everything it reported. */
import { onTestFinished } from 'vitest';
import type { Clock } from '../../platform/clock.ts';
import { makeAgents } from '../agents.ts';
import { parseBaseAddress, type BaseAddress } from '../base-address.ts';
import type { KindLimits } from '../call-limits.ts';
import { makeServiceClient } from '../service-client.ts';
import { realClock } from '../../platform/real-ports.ts';

export function addressOf(text: string): BaseAddress {
  const parsed = parseBaseAddress(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.fault.kind}`);
  return parsed.value;
}

export const NO_SURROUNDINGS = { proxy: null, noProxy: null, extraAuthorities: [] };
export const TOKEN = 'header.claims.signature';

export function makeTestClient(
  base: string,
  over: {
    token?: string | null;
    limits?: Partial<KindLimits>;
    clock?: Clock;
    surroundings?: Partial<Parameters<typeof makeAgents>[1]>;
    /** Questions go over kept connections, as in the program. */
    keeps?: boolean;
  } = {},
) {
  const refusedTokens: string[] = [];
  const serverDatesMs: number[] = [];
  const address = addressOf(base);
  const clock = over.clock ?? realClock;
  const surroundings = { ...NO_SURROUNDINGS, ...over.surroundings };
  const agents = makeAgents(address, surroundings, over.keeps === true ? clock : null);
  onTestFinished(() => agents.destroy());
  const client = makeServiceClient({
    address,
    agents,
    clock,
    token: () => (over.token === undefined ? TOKEN : over.token),
    onTokenRefused: (token) => refusedTokens.push(token),
    onAnswered: (serverMs) => void (serverMs !== null && serverDatesMs.push(serverMs)),
    limits: {
      connectMs: 5_000,
      silenceMs: 5_000,
      wholeMs: 10_000,
      questionMs: 10_000,
      ...over.limits,
    },
  });
  return { client, agents, refusedTokens, serverDatesMs };
}
