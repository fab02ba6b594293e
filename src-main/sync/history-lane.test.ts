import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  addContent,
  addRecord,
  folderRules,
  reopenState,
  temporaryState,
} from '../test-support/temporary-state.ts';
import { makeGatekeeper } from './gatekeeper.ts';
import { makeHistoryLane } from './history-lane.ts';
import type { RemoteFile } from './ports.ts';
import { runLanes } from './run-lanes.ts';
import { playHabits, playRemote } from './test-support/played-ports.ts';

const file = (over: Partial<RemoteFile> = {}): RemoteFile => ({
  fileId: 'remote-1',
  name: 'a',
  ownerId: 'me',
  uploadedIso: '2026-11-21T09:00:00.123Z',
  status: 'Available',
  fileType: 'primary',
  label: 'raw',
  ...over,
});

/** A database that was lost, with one watched folder. */
function afterLoss() {
  const { state, folder, clock } = temporaryState();
  state.close();
  fs.rmSync(path.join(folder, 'labseal.db'));
  const lost = reopenState(folder, clock);
  lost.folders.add('/data', folderRules(), 0);
  const { remote, play } = playRemote(clock);
  const gatekeeper = makeGatekeeper({ clock, chance: () => 1, announce: () => undefined });
  const lane = makeHistoryLane({
    state: lost,
    remote,
    habits: playHabits().habits,
    clock,
    gatekeeper,
  });
  const run = () =>
    clock.play(runLanes([lane], { clock, patienceMs: 600_000 }, new AbortController().signal));
  return { state: lost, clock, lane, play, run };
}

describe('after a loss of history', () => {
  test('a whole list without anything unknown of ours ends it', async () => {
    const { state, play, run } = afterLoss();
    addRecord(state, addContent(state, 'known').id, { fileId: 'known' });
    play.files = [
      file({ fileId: 'theirs', ownerId: 'you' }),
      file({ fileId: 'gone', status: 'Deleted' }),
      file({ fileId: 'known' }),
    ];
    expect(await run()).toBe('rest');
    expect(state.isHistoryIncomplete()).toBe(false);
    await run();
    expect(play.listed).toHaveLength(1);
  });

  test('a project that waits to be created has no list', async () => {
    const { state, play, run } = afterLoss();
    const [folder] = state.folders.watched();
    const { assignment } = folderRules();
    const awaited = { ...assignment, projectId: 'labseal:project:1' };
    state.folders.changeRules(folder?.id ?? 0, { ...folderRules(), assignment: awaited });
    expect(await run()).toBe('rest');
    expect(play.listed).toEqual([]);
  });

  test.each<[string, readonly RemoteFile[], number | null]>([
    ['a file of ours that is not in the ledger', [file()], null],
    ['a file whose owner is not named', [file({ ownerId: '' })], null],
    ['a list that is cut', [], 5],
  ])('%s leaves it, and is looked at once in a run', async (_what, files, totalRecords) => {
    const { state, lane, play, run } = afterLoss();
    play.files = [...files];
    play.totalRecords = totalRecords;
    await run();
    await run();
    expect(state.isHistoryIncomplete()).toBe(true);
    expect(play.listed).toHaveLength(1);
    lane.renew?.();
    await run();
    expect(play.listed).toHaveLength(2);
  });

  test('an outage is waited for', async () => {
    const { state, clock, play, run } = afterLoss();
    play.fault = { kind: 'throttled', retryAfterMs: 1_000 };
    const healing = clock.sleep(500, new AbortController().signal).then(() => (play.fault = null));
    await run();
    await healing;
    expect(play.listed).toHaveLength(2);
    expect(state.isHistoryIncomplete()).toBe(false);
  });
});
