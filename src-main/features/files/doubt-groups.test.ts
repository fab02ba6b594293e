import { expect, test } from 'vitest';
import { fail } from '../../../src-shared/model/result.ts';
import { MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import { makeNotedTimes } from '../../platform/noted-time.ts';
import type { RemoteRecords } from '../../pipeline/common/ports.ts';
import {
  playCharges,
  playDigests,
  playDisk,
  playQuirks,
  playRemote,
} from '../../pipeline/common/test-support/fake-ports.ts';
import { never, pipeline } from '../../pipeline/common/test-support/pipeline.ts';
import { uploadJob } from '../../test-support/temporary-state.ts';
import { statusOf } from '../../app/account-state.ts';
import { makeLostAnswers } from './lost-answers.ts';

const REFUSED = 'project-2';
const NO_RECORD = 'no-record-no-charge';

/** Answers lost twelve minutes ago: two in a project whose list can be read, one in another whose list is refused. */
async function threeDoubts(absent: ReadonlySet<string> = new Set()) {
  const p = pipeline();
  const { remote } = playRemote(p.clock);
  const rows = [
    ['a', 'project-1'],
    ['b', 'project-1'],
    ['c', REFUSED],
  ].map(([name = '', projectId = ''], at) => {
    const file = p.put(name, `content of ${name}`, 'ready');
    const uploadedIso = `2026-11-21T09:00:00.00${at}Z`;
    const job = { id: `of ${name}`, fileId: file.id, contentId: file.contentId ?? 0, name };
    p.state.uploads.add(uploadJob({ ...job, projectId, uploadedIso }));
    p.state.uploads.move(job.id, { type: 'answer-lost' }, p.clock.nowMs());
    return p.state.files.move(p.state.files.move(file, 'uploading'), 'confirming');
  });
  const partial: RemoteRecords = {
    ...remote,
    list: async (destination, hooks, signal) =>
      destination.projectId === REFUSED
        ? fail({ kind: 'forbidden', serviceSays: 'not a member' })
        : remote.list(destination, hooks, signal),
  };
  const person = makeLostAnswers({
    ...p,
    ...playCharges(),
    remote: partial,
    quirks: playQuirks().quirks,
    digests: playDigests(),
    lostAnswers: {
      settle: async () => null,
      sentFields: () => ({ fileType: 'primary', label: 'raw' }),
    },
    times: makeNotedTimes(p.clock),
    fileTree: playDisk(absent),
    files: { find: () => null },
  });
  await p.clock.advance(12 * MINUTE_MS);
  const states = () => rows.map((row) => `${p.row(row).state} ${p.row(row).hold}`);
  const check = () => p.clock.play(person.checkAll(null, never));
  return { p, person, states, check };
}

test('a list that is refused does not keep the others from being checked', async () => {
  const { person, states, check } = await threeDoubts();
  expect(person.groups(null)).toMatchObject([{ evidence: 'checking', files: 3 }]);
  expect(await check()).toEqual(fail({ kind: 'forbidden', serviceSays: 'not a member' }));
  expect(states()).toEqual(['confirming undecided', 'confirming undecided', 'confirming null']);
  expect(person.groups(null)).toMatchObject([
    { evidence: NO_RECORD, files: 2, credits: 2, checkedAfterMs: 12 * MINUTE_MS },
    { evidence: 'checking', files: 1, checkedAfterMs: null },
  ]);
  expect(person.groups(REFUSED)).toMatchObject([{ evidence: 'checking', files: 1 }]);
});

test('all of a group are sent again for the price that was seen, or none', async () => {
  const { p, person, states, check } = await threeDoubts();
  await check();
  const dearer = { kind: 'dearer-than-agreed', credits: 2, agreedCredits: 1 } as const;
  expect(await person.letGoAll(null, NO_RECORD, 1, never)).toEqual(fail(dearer));
  expect(states()).toEqual(['confirming undecided', 'confirming undecided', 'confirming null']);

  expect(await person.letGoAll(null, NO_RECORD, 2, never)).toMatchObject({ ok: true });
  expect(states()).toEqual(['checking null', 'checking null', 'confirming null']);
  const first = p.state.uploads.get('of a');
  expect(first?.outcome).toBe('given-up');
  expect(p.state.approvals.of(first?.fileId ?? 0, first?.contentId ?? 0)).toEqual(
    new Set(['review']),
  );
});

test('of a group, what is not there any more stays unknown, and is not paid for', async () => {
  const absent = new Set(['/data/a']);
  const { p, person, states, check } = await threeDoubts(absent);
  await check();
  expect(await person.letGoAll(null, NO_RECORD, 1, never)).toMatchObject({ ok: true });
  expect(states()).toEqual(['confirming undecided', 'checking null', 'confirming null']);
  expect(p.state.uploads.get('of a')?.outcome).toBe('unknown');
  const gone = { kind: 'cannot-send-again', path: '/data/a', isWatched: true } as const;
  expect(await person.letGoAll(null, NO_RECORD, 1, never)).toEqual(fail(gone));
});

test('those of a folder that is not watched any more are counted until they are settled, and are not sent again', async () => {
  const { p, person, states, check } = await threeDoubts();
  await check();
  p.state.folders.remove(p.folderId, p.clock.nowMs());
  expect(statusOf(p.state)).toMatchObject({ counts: [], unwatchedDoubts: 3 });
  const fault = { kind: 'cannot-send-again', path: 'a', isWatched: false } as const;
  expect(await person.letGoAll(null, NO_RECORD, 2, never)).toEqual(fail(fault));
  expect(states()).toEqual(['confirming undecided', 'confirming undecided', 'confirming null']);
  person.leaveAll(null, NO_RECORD);
  expect(statusOf(p.state).unwatchedDoubts).toBe(1);
});

test('what is kept as unknown belongs to no group any more', async () => {
  const { person, states, check } = await threeDoubts();
  await check();
  expect(person.leaveAll(null, NO_RECORD)).toHaveLength(2);
  expect(states().slice(0, 2)).toEqual(['confirming kept_unknown', 'confirming kept_unknown']);
  expect(person.groups('project-1')).toEqual([]);
});
