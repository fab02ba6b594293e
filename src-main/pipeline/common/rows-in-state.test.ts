import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import { addFile, folderRules } from '../../test-support/temporary-state.ts';
import { eachIn } from './rows-in-state.ts';
import { pipeline, type Pipeline } from './test-support/pipeline.ts';

const STATES = ['ready', 'held', 'discovered'] as const satisfies readonly FileState[];
const anyFiles = fc.array(fc.tuple(fc.nat(2), fc.constantFrom(...STATES)), { maxLength: 40 });

function fill(p: Pipeline, files: readonly (readonly [number, FileState])[]) {
  const { state } = p;
  const folders = ['/a', '/b', '/gone'].map((path) => state.folders.add(path, folderRules(), 0));
  for (const [index, [folder, to]] of files.entries()) {
    const row = addFile(state, folders[folder] ?? 0, { name: `${index}` });
    if (to !== 'discovered') {
      const hold = to === 'held' ? 'credits' : null;
      state.files.move(state.files.move(row, 'hashing'), to, { hold });
    }
  }
  state.folders.remove(folders[2] ?? 0, 0);
  return folders;
}

test('a look for files in some states finds what a look at every file would, in the same order', () => {
  const p = pipeline();
  fc.assert(
    fc.property(anyFiles, fc.subarray([...STATES]), fc.boolean(), (files, states, isOneFolder) => {
      const folders = p.state.transaction(() => fill(p, files));
      const within = isOneFolder ? folders[0] : undefined;
      const wanted = p.state.files.list({ states, folderId: within }, 0, 999);
      expect([...eachIn(p.state, states, { folderId: within })]).toEqual(wanted);
      for (const folderId of folders) p.state.folders.remove(folderId, 0);
    }),
    { numRuns: 30 },
  );
});

test('a file that is moved while it is read is met once, and nothing is read where there is nothing', () => {
  const p = pipeline();
  for (let index = 0; index < 20; index += 1) p.put(`${index}`, `${index}`, 'ready');
  const met = [];
  for (const row of eachIn(p.state, ['ready', 'held'], undefined)) {
    met.push(row.id);
    if (row.state === 'ready') p.state.files.move(row, 'held', { hold: 'offline' });
  }
  expect(met).toEqual(p.state.files.list({}, 0, 99).map(({ id }) => id));
  const reads = vi.spyOn(p.state.files, 'inState');
  expect([...eachIn(p.state, ['ready', 'hashing'], undefined)]).toEqual([]);
  expect(reads).not.toHaveBeenCalled();
});
