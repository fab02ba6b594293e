import { expect, test } from 'vitest';
import type { ListedFile } from '../../../src-shared/model/files/platform-file.ts';
import { temporaryState } from '../../test-support/temporary-state.ts';
import { makeMirror } from '../mirror/mirror.ts';
import { makeResources } from '../mirror/account-mirror.ts';
import { makeHeldRecords, type HeldRecordParts } from './held-records.ts';

const PROJECT = 'project-1';

const listed = (fileId: string): ListedFile => ({
  fileId,
  name: `${fileId}.raw`,
  status: 'Available',
  ownerName: 'Ada',
  ownerId: '7',
  primaryData: null,
  linkToProcedure: null,
  procedureDescription: null,
  fileType: 'primary',
  labels: 'raw',
  uploadedAtMs: 0,
});

test('a long list is read once for many files, and anew when another came', () => {
  const { state, clock } = temporaryState();
  const reads: string[] = [];
  const mirror = makeMirror({
    copies: {
      ...state.mirror,
      get(kind, key) {
        reads.push(kind);
        return state.mirror.get(kind, key);
      },
    },
    clock,
    onChanged: () => undefined,
    isTolerable: () => false,
    isOffline: () => false,
  });
  const resources = makeResources({} as Parameters<typeof makeResources>[0]);
  const held = makeHeldRecords({ state, mirror, resources, clock } as unknown as HeldRecordParts);
  const nameOf = (fileId: string) => held.find(fileId, PROJECT)?.facts.name;
  const keep = (files: ListedFile[], atMs: number) =>
    mirror.keep(resources.files(PROJECT, 'public'), files, atMs);

  keep([listed('a'), listed('b')], 1);
  reads.length = 0;
  expect([nameOf('a'), nameOf('b'), nameOf('a')]).toEqual(['a.raw', 'b.raw', 'a.raw']);
  expect(reads).toEqual(['public-files', 'private-files']);
  keep([listed('c')], 2);
  expect([nameOf('a'), nameOf('c')]).toEqual([undefined, 'c.raw']);
});
