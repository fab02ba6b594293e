/**
 * Lets a connection that has just carried a form and its answer carry the next form too: that saves one round trip, and
 * more with TLS. What has rested longer is closed, since the other side may have forgotten it without our knowing; and
 * once a connection broke that way, none is used twice any more. Nothing here sends anything again.
 */
import type { Agent } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../platform/clock.ts';
import { SECOND_MS } from '../../src-shared/model/text/time.ts';

/** Usual servers keep a resting connection for five seconds and longer; one that does not is found out once. */
export const LONGEST_REST_MS = SECOND_MS;

export interface BriefReuse {
  /** To be called before each request: closes what has rested too long. False: use another agent. */
  mayReuse(): boolean;
}

/** For an agent that keeps its connections. */
export function watchReuse(agent: Agent, clock: Clock): BriefReuse {
  let isTrusted = true;
  const since = new WeakMap<Duplex, { readonly wallMs: number; readonly steadyMs: number }>();
  const keep = agent.keepSocketAlive.bind(agent);
  agent.keepSocketAlive = (socket) => {
    since.set(socket, { wallMs: clock.nowMs(), steadyMs: clock.monotonicMs() });
    return keep(socket);
  };

  const broke = (): void => {
    isTrusted = false;
  };

  const reuse = agent.reuseSocket.bind(agent);
  agent.reuseSocket = (socket, request) => {
    reuse(socket, request);
    // What this side ends, a cancelled upload, is neither.
    for (const event of ['end', 'error']) socket.once(event, broke);
    request.once('response', () => {
      for (const event of ['end', 'error']) socket.off(event, broke);
    });
  };

  /** By both clocks: while a computer sleeps only the one on the wall goes on. */
  function isFresh(socket: Duplex): boolean {
    const rest = since.get(socket);
    if (rest === undefined) return false;
    const restedMs = [clock.nowMs() - rest.wallMs, clock.monotonicMs() - rest.steadyMs];
    return restedMs.every((ms) => ms >= 0 && ms < LONGEST_REST_MS);
  }

  return {
    mayReuse() {
      for (const socket of Object.values(agent.freeSockets).flatMap((free) => free ?? [])) {
        if (!isTrusted || !isFresh(socket)) socket.destroy();
      }
      return isTrusted;
    },
  };
}
