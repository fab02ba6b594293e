import { expect, test } from 'vitest';
import type { BridgeEvent } from '../../src-shared/bridge/events.ts';
import { makeFakeClock } from '../test-support/fake-clock.ts';
import { makeEventFeed } from './event-feed.ts';

test('a decision about files that it did not name is told too, as one about any of them', async () => {
  const clock = makeFakeClock();
  const told: BridgeEvent[] = [];
  const feed = makeEventFeed({ clock, placesOf: () => [], fileIdOfRecord: () => null });
  feed.subscribe(({ event }) => told.push(event));
  feed.filesChanged(null);
  feed.tell({ kind: 'folders-changed' });
  expect(told).toContainEqual({
    kind: 'files-changed',
    folderIds: [],
    projectIds: [],
    fileIds: null,
  });
  feed.close();
});
