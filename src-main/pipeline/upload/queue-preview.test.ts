import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { addFile, assignment, folderRules } from '../../test-support/temporary-state.ts';
import { eachIn } from '../common/rows-in-state.ts';
import { pipeline, type Pipeline } from '../common/test-support/pipeline.ts';
import { filesInLine, turnsAhead, makeWaitingLine, waitingOf } from './waiting-line.ts';

const IN_LINE_HOLDS = new Set<string | null>(['paused', 'offline', 'signed_out', 'server']);
const NOBODY: ReadonlySet<number> = new Set();

/** The whole line, each file looked at. */
function wholeLine(
  { state, transitions }: Pipeline,
  without: ReadonlySet<number>,
): readonly number[] {
  const rows = [...eachIn(state, ['ready', 'uploading', 'held'])].filter(
    (row) => !without.has(row.id) && (row.state !== 'held' || IN_LINE_HOLDS.has(row.hold)),
  );
  const line = makeWaitingLine();
  line.add(waitingOf(rows, { state, transitions }));
  return line.take(Infinity, () => 'take').map(({ fileId }) => fileId);
}

const ahead = (p: Pipeline, without = NOBODY) =>
  [...turnsAhead(p, without)].map(({ fileId }) => fileId);

const anyFile = fc.record({
  folder: fc.nat(3),
  sizeBytes: fc.oneof(fc.nat(5), fc.nat(3_000_000_000)),
  unchangedSinceMs: fc.oneof(fc.nat(5), fc.nat(10_000_000)),
  is: fc.constantFrom('ready', 'ready', 'uploading', 'offline', 'paused', 'credits', 'checking'),
  own: fc.option(fc.constantFrom('project-1', 'project-9'), { freq: 4 }),
  wish: fc.option(fc.constantFrom('next', 'stopped'), { freq: 4 }),
  isSent: fc.boolean(),
});

type AnyFile = typeof anyFile extends fc.Arbitrary<infer File> ? File : never;

const to = (projectId: string) => assignment({ projectId });

function fill({ state }: Pipeline, files: readonly AnyFile[]) {
  const folders = ['project-1', 'project-1', 'project-2', 'project-3'].map((projectId, index) =>
    state.folders.add(`/data-${index}`, folderRules({ assignment: to(projectId) }), 0),
  );
  const sent = new Set<number>();
  for (const [index, { folder, is, own, wish, isSent, ...facts }] of files.entries()) {
    const row = addFile(state, folders[folder] ?? 0, { name: `${index}`, ...facts });
    const patch = own === null ? {} : { assignmentId: state.assignments.add(to(own)) };
    const hashing = state.files.move(row, 'hashing', patch);
    if (is === 'checking') state.files.move(hashing, 'checking');
    else if (is === 'ready') state.files.move(hashing, 'ready');
    else if (is === 'uploading') state.files.move(state.files.move(hashing, 'ready'), 'uploading');
    else state.files.move(hashing, 'held', { hold: is });
    if (wish === 'next') state.queueChoices.sendNext(row.id);
    if (wish === 'stopped') state.queueChoices.stop(row.id, row.contentId);
    if (isSent) sent.add(row.id);
  }
  state.folders.remove(folders[1] ?? 0, 0);
  return sent;
}

test('the line read from its front is the line that looks at every file', () => {
  const p = pipeline();
  fc.assert(
    fc.property(fc.array(anyFile, { maxLength: 30 }), (files) => {
      const sent = p.state.transaction(() => fill(p, files));
      expect(ahead(p)).toEqual(wholeLine(p, NOBODY));
      expect(ahead(p, sent)).toEqual(wholeLine(p, sent));
      expect(filesInLine(p.state)).toBe(wholeLine(p, NOBODY).length);
      for (const { id } of p.state.folders.watched()) p.state.folders.remove(id, 0);
    }),
    { numRuns: 30 },
  );
});

test('a window at the front of a long line reads a page of it', () => {
  const p = pipeline();
  p.state.transaction(() => {
    for (let index = 0; index < 1_000; index += 1) {
      const row = addFile(p.state, p.folderId, { name: `${index}`, sizeBytes: 1_000 - index });
      p.state.files.move(p.state.files.move(row, 'hashing'), 'ready');
    }
  });
  const page = vi.spyOn(p.state.waitingFiles, 'page');
  const line = turnsAhead(p, NOBODY);
  const first = Array.from({ length: 100 }, () => line.next().value?.sizeBytes);
  expect(first).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  expect(page).toHaveBeenCalledTimes(1);
  expect(ahead(p)).toHaveLength(1_000);
});
