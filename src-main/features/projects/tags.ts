/** Tags as they are seen: the service's, or the last good copy of them, and those that wait to be created. */
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { viewTags } from '../../../src-shared/model/changes/pending-view.ts';
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { TagList, TagView } from '../../../src-shared/model/projects/tag-list.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Mirror, ReadMode } from '../mirror/mirror.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import type { State } from '../../db/state.ts';
import type { Resources } from '../mirror/account-mirror.ts';
import { searchTags, type FoundTags } from './read-all-tags.ts';

export interface TagParts {
  readonly client: ServiceClient;
  readonly state: Pick<State, 'changes'>;
  readonly clock: Clock;
  readonly mirror: Mirror;
  readonly resources: Resources;
}

export function makeTags({ client, state, clock, mirror, resources }: TagParts) {
  function viewOf(
    { value, isComplete }: FoundTags,
    fetchedAtMs: number,
    asOfMs: number | null,
  ): TagList {
    const { tags, marks } = viewTags(value, state.changes.all(), fetchedAtMs);
    return { tags, isComplete, asOfMs, pending: marks };
  }

  return {
    async list(signal: AbortSignal, mode: ReadMode = 'fresh'): Promise<Result<TagList, CoreFault>> {
      const seen = await mirror.read(resources.tags, mode, signal);
      return seen.ok ? ok(viewOf(seen.value, seen.value.fetchedAtMs, seen.value.asOfMs)) : seen;
    },

    /** From the service; when it is away, from the copy of all tags. */
    async search(text: string, signal: AbortSignal): Promise<Result<TagList, CoreFault>> {
      const askedAtMs = clock.nowMs();
      const found = await searchTags(client, text, signal);
      if (found.ok) {
        const ids = new Set(found.value.value.map(({ id }) => id));
        return ok(holding(text, viewOf(found.value, askedAtMs, null), ids));
      }
      const copy = mirror.copyOf(resources.tags);
      if (copy === null) return found;
      return ok(holding(text, viewOf(copy, copy.fetchedAtMs, copy.fetchedAtMs), new Set()));
    },
  };
}
export type Tags = ReturnType<typeof makeTags>;

/** What the service found is found, whatever it goes by; of what only this computer knows, the names that hold it. */
function holding(text: string, { tags, ...list }: TagList, found: ReadonlySet<string>): TagList {
  const wanted = text.trim().toLowerCase();
  const isMeant = ({ id, name }: TagView) => found.has(id) || name.toLowerCase().includes(wanted);
  return { ...list, tags: tags.filter(isMeant) };
}
