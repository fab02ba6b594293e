import path from 'node:path';
import { expect, test } from 'vitest';
import type { AuditEntry } from '../audit/audit-writer.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { makeEvidenceChoice } from './evidence-choice.ts';

const file = (name: string, isLeftOut = false): AuditEntry => ({
  kind: 'file',
  path: name,
  identity: {} as never,
  isLeftOut,
});

/** A watched folder with these files known, none of them with a record, and this below the folder `asked` for. */
function choose(known: readonly string[], entries: readonly AuditEntry[], asked = 'lab') {
  const disk = temporaryFolder();
  disk.makeFolder('lab/run');
  const watched = { id: 1, kind: 'watched', path: disk.at('lab') };
  const views = known.map((at) => ({ id: at, path: disk.at(at), state: 'held', fileId: null }));
  const choice = makeEvidenceChoice({
    state: {
      folders: { watched: () => [watched], picked: () => null },
      records: { withFileId: () => null },
    },
    files: { find: () => null, list: () => views },
    verifying: { held: null },
    async *entriesBelow(folder: string) {
      expect(folder).toBe(path.normalize(disk.at(asked)));
      yield entries;
    },
  } as never);
  return choice({ asked: [disk.at(asked)] }, new AbortController().signal);
}

test('what lies in a chosen folder and was never read is named beside what has no record', async () => {
  const entries = [file('a.csv'), file('run/new.csv')];
  const unreadable = { kind: 'unreadable', path: 'shut', errno: 'EACCES', isFolder: true } as const;
  const chosen = await choose(['lab/a.csv'], [...entries, unreadable]);
  expect(chosen).toMatchObject({
    value: {
      unproven: [
        { name: 'a.csv', why: 'no-record' },
        { name: 'new.csv', why: 'unread' },
        { name: 'shut', why: 'unreadable' },
      ],
    },
  });
});

test('a folder in a watched one is compared by its own paths, and what rules leave out is counted', async () => {
  const link = { kind: 'link', path: 'latest' } as const;
  const entries = [file('b.csv'), file('new.csv'), file('x.tmp', true), link];
  const chosen = await choose(['lab/a.csv', 'lab/run/b.csv'], entries, 'lab/run');
  expect(chosen).toMatchObject({
    value: {
      unproven: [
        { name: 'b.csv', why: 'no-record' },
        { name: 'new.csv', why: 'unread' },
      ],
      leftOutByRules: 1,
    },
  });
});

test('a folder of which nothing was ever seen is no choice', async () => {
  const chosen = await choose([], [file('new.csv')]);
  expect(chosen).toMatchObject({ fault: { why: { kind: 'nothing-known' } } });
});
