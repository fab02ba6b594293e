/** Which kept connections of an agent may be used again: those that have rested briefly and that nobody has given up. */
import type { Agent } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../platform/clock.ts';

export type RestingConnections = ReturnType<typeof watchRest>;

/** The other side, or a box in between, may forget a connection that rests without our knowing. */
export function watchRest(agent: Agent, clock: Clock, longestMs: number) {
  const since = new WeakMap<Duplex, { readonly wallMs: number; readonly steadyMs: number }>();
  const givenUp = new WeakSet<Duplex>();
  const keep = agent.keepSocketAlive.bind(agent);
  agent.keepSocketAlive = (socket) => {
    if (givenUp.has(socket)) return false;
    since.set(socket, { wallMs: clock.nowMs(), steadyMs: clock.monotonicMs() });
    return keep(socket);
  };

  /** By both clocks: while a computer sleeps only the one on the wall goes on. */
  function isFresh(socket: Duplex): boolean {
    const rest = since.get(socket);
    if (rest === undefined) return false;
    const restedMs = [clock.nowMs() - rest.wallMs, clock.monotonicMs() - rest.steadyMs];
    return restedMs.every((ms) => ms >= 0 && ms < longestMs);
  }

  return {
    /** Call it before each request: closes what has rested for `longestMs`, by whichever clock. */
    closeStale() {
      for (const socket of socketsIn(agent.freeSockets)) if (!isFresh(socket)) socket.destroy();
    },
    /** Closes what rests; what is in use is closed once it has answered. */
    closeAll() {
      for (const socket of socketsIn(agent.sockets)) givenUp.add(socket);
      for (const socket of socketsIn(agent.freeSockets)) socket.destroy();
    },
  };
}

function socketsIn(byName: Agent['sockets']): readonly Duplex[] {
  return Object.values(byName).flatMap((some) => some ?? []);
}
