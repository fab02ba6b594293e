/** Starts a relay to a port of this computer; see relay.ts. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Line } from './line.ts';

export interface Traffic {
  readonly connections: number;
  /** At the same time. */
  readonly mostOpen: number;
  readonly requests: number;
  /** Requests of each kind, as `GET /files/*`. */
  readonly kinds: Readonly<Record<string, number>>;
}

export const NO_TRAFFIC: Traffic = { connections: 0, mostOpen: 0, requests: 0, kinds: {} };

export type Relay = Awaited<ReturnType<typeof startRelay>>;

export async function startRelay(toUrl: string, line: Line) {
  const { port } = new URL(toUrl);
  const child = fork(new URL('./relay.ts', import.meta.url), [port, JSON.stringify(line)]);
  const [ownPort] = await once(child, 'message');
  return {
    url: `http://127.0.0.1:${String(ownPort)}`,
    /** What has passed since it was asked last. */
    async traffic() {
      child.send('traffic');
      const [told] = await once(child, 'message');
      return told as Traffic;
    },
    close: () => child.disconnect(),
  };
}
