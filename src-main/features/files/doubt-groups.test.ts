import { expect, test } from 'vitest';
import type { UploadFinding } from '../../../src-shared/model/files/file-view.ts';
import { fail } from '../../../src-shared/model/result.ts';
import { MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import { pipeline } from '../../pipeline/common/test-support/pipeline.ts';
import { uploadJob } from '../../test-support/temporary-state.ts';
import { makeLostAnswers } from './unrecorded-uploads.ts';

const OTHER = 'project-2';
const NO_RECORD = 'no-record';

/** Answers lost twelve minutes ago: of two nobody can say whether they were charged, the third is still looked for. */
async function threeDoubts() {
  const p = pipeline();
  const rows = [
    ['a', 'project-1'],
    ['b', 'project-1'],
    ['c', OTHER],
  ].map(([name = '', projectId = ''], at) => {
    const file = p.put(name, `content of ${name}`, 'ready');
    const uploadedIso = `2026-11-21T09:00:00.00${at}Z`;
    const job = { id: `of ${name}`, fileId: file.id, contentId: file.contentId ?? 0, name };
    p.state.uploads.add(uploadJob({ ...job, projectId, uploadedIso }));
    p.state.uploads.move(job.id, { type: 'answer-lost' }, p.clock.nowMs());
    return p.state.files.move(p.state.files.move(file, 'uploading'), 'confirming');
  });
  await p.clock.advance(12 * MINUTE_MS);
  const finding: UploadFinding = { kind: 'absent', charge: 'not-told' };
  for (const row of rows.slice(0, 2)) {
    const look = { atMs: p.clock.nowMs(), finding: JSON.stringify(finding) };
    p.state.uploads.noteLook(`of ${row.name}`, look);
    p.state.files.move(row, 'confirming', { hold: 'undecided' });
  }
  const person = makeLostAnswers({ ...p, files: { find: () => null } });
  const states = () => rows.map((row) => `${p.row(row).state} ${p.row(row).hold}`);
  return { p, rows, person, states };
}

test('unknown results are told by their evidence, of all projects or of one', async () => {
  const { person } = await threeDoubts();
  expect(person.groups(null)).toMatchObject([
    { evidence: NO_RECORD, files: 2, credits: 2, checkedAfterMs: 12 * MINUTE_MS },
    { evidence: 'checking', files: 1, checkedAfterMs: null },
  ]);
  expect(person.groups(OTHER)).toMatchObject([{ evidence: 'checking', files: 1 }]);
});

test('all of a group are sent again for the price that was seen, or none', async () => {
  const { p, person, states } = await threeDoubts();
  const dearer = { kind: 'dearer-than-agreed', credits: 2, agreedCredits: 1 } as const;
  const which = { evidence: NO_RECORD } as const;
  expect(person.sendAgain(which, 1)).toEqual(fail(dearer));
  expect(person.sendAgain({ ...which, projectId: OTHER }, 1)).toMatchObject({ value: [] });
  expect(states()).toEqual(['confirming undecided', 'confirming undecided', 'confirming null']);

  expect(person.sendAgain(which, 2)).toMatchObject({ ok: true });
  expect(states()).toEqual(['checking null', 'checking null', 'confirming null']);
  const first = p.state.uploads.get('of a');
  expect(first?.outcome).toBe('given-up');
  expect(p.state.charges.spentSince(0)).toBe(3); // what was given up counts as spent for ever
  expect(p.state.approvals.of(first?.fileId ?? 0, first?.contentId ?? 0)).toEqual(
    new Set(['review']),
  );
});

test('one that is still looked for is not sent again, whoever asks', async () => {
  const { p, rows, states } = await threeDoubts();
  const row = rows[2];
  const person = makeLostAnswers({
    ...p,
    files: { find: () => ({ id: String(row?.id) }) as never },
  });
  expect(person.sendAgain({ asked: 'c' }, 9)).toEqual(
    fail({ kind: 'not-in-doubt', asked: 'c', state: 'confirming', hold: null }),
  );
  expect(states()[2]).toBe('confirming null');
});
