import { expect, test } from 'vitest';
import { ok } from '../../../src-shared/model/result.ts';
import { eachInScope } from './rows-in-state.ts';
import { recheckHolds, holdWhatWaits } from '../decide/recheck-holds.ts';
import { makeSpending } from '../spend/spending.ts';
import { makeSpendStage } from '../spend/spend-stage.ts';
import { pipeline } from './test-support/pipeline.ts';
import { playRemote, playUploader, SIGNED_OUT } from './test-support/fake-ports.ts';
import { makeUploadStage } from '../upload/upload-stage.ts';

/** One file ready and one still to be asked about, in a folder whose drive is away. */
function away() {
  const p = pipeline();
  p.put('a', 'a', 'ready');
  p.put('b', 'b', 'checking');
  p.state.folders.setTrouble(p.folderId, 'emptied');
  return p;
}

test('nothing in a folder that is away is offered', () => {
  const p = away();
  const spending = makeSpending({ ...p, scope: {}, remote: playRemote(p.clock).remote });
  expect(spending.offer()).toMatchObject({ files: 0, credits: 0 });
  p.state.folders.setTrouble(p.folderId, null);
  expect(spending.offer()).toMatchObject({ files: 1, credits: 1 });
});

test('its files keep their state when the session ends and when somebody signs in again', () => {
  const p = away();
  p.gate.failed(SIGNED_OUT);
  for (let run = 0; run < 2; run += 1) {
    holdWhatWaits(p.state, p.transitions, p.gate, {}, eachInScope(p.state, ['ready'], {}));
    recheckHolds(p.state, p.transitions, {});
  }
  expect([p.states(), p.events]).toEqual([['a ready', 'b checking'], []]);
  p.state.folders.setTrouble(p.folderId, null);
  holdWhatWaits(p.state, p.transitions, p.gate, {}, eachInScope(p.state, ['ready'], {}));
  expect(p.states()).toEqual(['a held', 'b held']);
});

test('a run that goes on sends none of them, reads no balance for them and does not look again and again', async () => {
  const p = away();
  let asked = 0;
  const balance = async () => ok((asked += 1));
  const spending = makeSpending({
    ...p,
    scope: {},
    remote: { ...playRemote(p.clock).remote, balance },
  });
  const { uploader, sent } = playUploader(p, () => ({ kind: 'recorded', fileId: 'remote-1' }));
  const uploads = makeUploadStage({ ...p, uploader, balance: () => spending.balance() });
  const spend = {
    ...p,
    scope: {},
    spending,
    spentCredits: uploads.spentCredits,
    agreement: { ceiling: null },
    decided: new Map(),
  };
  const stage = makeSpendStage(spend);
  expect(await p.run([uploads, stage])).toBe('rest');
  expect([asked, sent, p.clock.monotonicMs()]).toEqual([0, [], 0]);
  p.state.folders.setTrouble(p.folderId, null);
  await p.run([uploads, stage]);
  expect(sent).toEqual(['a']);
  expect([...eachInScope(p.state, ['recording'], {})].map(({ name }) => name)).toEqual(['a']);
});

test('what was in line when its folder went away is not begun', async () => {
  const p = away();
  const { uploader, sent } = playUploader(p, () => ({ kind: 'recorded', fileId: 'remote-1' }));
  const uploads = makeUploadStage({ ...p, uploader, balance: () => 5 });
  p.approved.approve([1]);
  await p.run([uploads]);
  expect([sent, p.states()]).toEqual([[], ['a ready', 'b checking']]);
});
