/**
 * After a loss of history: reads the lists of the watched folders' places once in a run, to find out whether anything of
 * this account is missing here. Where nothing is, the platform need not be asked about every content any more.
 */
import { placeKey } from '../common/place-key.ts';
import { creatorOf } from '../../../src-shared/model/changes/local-id.ts';
import { makeClaims } from '../common/claims.ts';
import type { Gatekeeper } from '../common/service-breaker.ts';
import type { Place } from '../common/ports.ts';
import { readPlace, type PlacePorts } from '../confirm/list-project-files.ts';
import type { Lane } from '../common/stage.ts';

export function makeHistoryLane(ports: PlacePorts & { readonly gatekeeper: Gatekeeper }): Lane {
  const { state, gatekeeper } = ports;
  const claims = makeClaims<string>();
  const read = new Set<string>();

  function unread(): readonly Place[] {
    if (!state.isHistoryIncomplete()) return [];
    return state.listedFiles
      .unaccounted()
      .filter((place) => !read.has(placeKey(place)) && creatorOf(place.projectId) === null);
  }

  async function account(place: Place, signal: AbortSignal): Promise<'waiting'> {
    const reading = await readPlace(
      { ...ports, waitsFor: gatekeeper.waitsFor },
      place,
      () => false,
      signal,
    );
    if (reading.ok) gatekeeper.succeeded();
    else gatekeeper.failed(reading.fault);
    // An outage is waited for; a list that is refused, or shows something unknown, stays as it is for this run.
    if (gatekeeper.isOpen()) read.add(placeKey(place));
    return 'waiting';
  }

  return {
    concurrency: 1,
    take(limit) {
      if (!gatekeeper.isOpen()) return [];
      return unread()
        .filter((place) => !claims.has(placeKey(place)))
        .slice(0, limit)
        .map((place) => (signal) => claims.during(placeKey(place), () => account(place, signal)));
    },
    nextDueMs: () => (unread().length > 0 ? gatekeeper.opensAtMs() : null),
    renew: () => read.clear(),
  };
}
