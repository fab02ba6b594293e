import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  addContent,
  addRecord,
  assignment,
  folderRules,
  reopenState,
  temporaryState,
} from '../../test-support/temporary-state.ts';
import { makeServiceGate } from '../common/service-gate.ts';
import { makeHistoryStage } from './own-lists.ts';
import type { RemoteFile } from '../common/ports.ts';
import { runStages } from '../run/run-stages.ts';
import { never } from '../common/test-support/pipeline.ts';
import {
  playQuirks,
  playRemote,
  remoteFile,
  throttled,
} from '../common/test-support/fake-ports.ts';

const file = (over: Partial<RemoteFile> = {}) => remoteFile({ status: 'Available', ...over });

/** A database that was lost, with one watched folder. */
function afterLoss() {
  const { state, folder, clock } = temporaryState();
  state.close();
  fs.rmSync(path.join(folder, 'labseal.db'));
  const lost = reopenState(folder, clock);
  lost.folders.add('/data', folderRules(), 0);
  const { remote, play } = playRemote(clock);
  const gate = makeServiceGate({
    clock,
    chance: () => 1,
    announce: () => undefined,
    preferences: lost.preferences,
  });
  const { quirks } = playQuirks();
  const stage = makeHistoryStage({ state: lost, remote, quirks, clock, gate });
  const run = () => clock.play(runStages([stage], { clock, patienceMs: 600_000 }, never));
  return { state: lost, clock, stage, play, run };
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
    const awaited = assignment({ projectId: 'labseal:project:1' });
    const [folder] = state.folders.watched();
    state.folders.changeRules(folder?.id ?? 0, folderRules({ assignment: awaited }));
    expect(await run()).toBe('rest');
    expect(play.listed).toEqual([]);
  });

  test.each<[string, readonly RemoteFile[], number | null]>([
    ['a file of ours that is not in the ledger', [file()], null],
    ['a file whose owner is not named', [file({ ownerId: '' })], null],
    ['a list that is cut', [], 5],
  ])('%s leaves it, and is looked at once in a run', async (_what, files, totalRecords) => {
    const { state, stage, play, run } = afterLoss();
    play.files = [...files];
    play.totalRecords = totalRecords;
    await run();
    await run();
    expect(state.isHistoryIncomplete()).toBe(true);
    expect(play.listed).toHaveLength(1);
    stage.renew?.('person');
    await run();
    expect(play.listed).toHaveLength(2);
  });

  test('a list that is refused leaves it, and is read once in a run', async () => {
    const { state, play, run } = afterLoss();
    play.fault = { kind: 'forbidden', serviceSays: null };
    expect(await run()).toBe('rest');
    expect(state.isHistoryIncomplete()).toBe(true);
    expect(play.listed).toHaveLength(1);
  });

  test('an outage is waited for', async () => {
    const { state, clock, play, run } = afterLoss();
    play.fault = throttled(1_000);
    await Promise.all([run(), clock.sleep(500, never).then(() => (play.fault = null))]);
    expect(play.listed).toHaveLength(2);
    expect(state.isHistoryIncomplete()).toBe(false);
  });
});
