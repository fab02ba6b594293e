import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { NO_CITATIONS } from '../../src-shared/model/citations.ts';
import type { ListedFile } from '../../src-shared/model/platform-file.ts';
import type { Visibility } from '../../src-shared/model/price.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { ServiceFault } from '../../src-shared/model/service-fault.ts';
import { makeMirror, type Resource } from '../mirror/mirror.ts';
import { pipeline } from '../sync/test-support/pipeline.ts';
import { addFile, addRecord } from '../test-support/temporary-state.ts';
import { makeResources } from './account-mirror.ts';
import { makePlatformFiles } from './platform-files.ts';

const never = new AbortController().signal;
const AWAY: ServiceFault = {
  kind: 'unavailable',
  why: 'no-connection',
  status: null,
  retryAfterMs: null,
};
const HIDDEN: ServiceFault = { kind: 'forbidden', serviceSays: null };
const GONE: ServiceFault = { kind: 'not-found', serviceSays: null };
const PROJECT = 'p1';

type Listed = Result<readonly ListedFile[], ServiceFault>;

function listed(fileId: string, over: Partial<ListedFile> = {}): ListedFile {
  return {
    fileId,
    name: `${fileId}.csv`,
    fileType: 'primary',
    labels: 'raw',
    status: 'Available',
    ownerId: 'user-1',
    ownerName: 'Ada Byron',
    ...NO_CITATIONS,
    uploadedAtMs: 1_000,
    ...over,
  };
}

function played<Value>(resource: Resource<Value>, fetch: Resource<Value>['fetch']) {
  return { ...resource, fetch };
}

/** Files of a project on a service whose lists and hashes a test fills, hides or takes away. */
function setUp() {
  const p = pipeline();
  const { state, clock } = p;
  const lists: Record<Visibility, Listed> = { public: ok([]), private: ok([]) };
  const hashes = new Map<string, string>();
  const asked: string[] = [];
  let isComplete = true;
  const real = makeResources({} as never); // for how copies are kept and read back; what is asked is played
  const mirror = makeMirror({
    copies: state.mirror,
    clock,
    onChanged: () => undefined,
    isTolerable: () => false,
    isOffline: () => false,
  });
  const files = makePlatformFiles({
    state,
    mirror,
    clock,
    resources: {
      files: (projectId, visibility) =>
        played(real.files(projectId, visibility), async () => {
          asked.push(visibility);
          const list = lists[visibility];
          return list.ok ? ok({ value: list.value, isComplete }) : list;
        }),
      fileHash: (projectId, visibility, fileId) =>
        played(real.fileHash(projectId, visibility, fileId), async () => {
          asked.push(fileId);
          const value = hashes.get(fileId);
          return value === undefined ? fail(AWAY) : ok({ value, isComplete: true });
        }),
    },
  });
  return {
    p,
    clock,
    files,
    asked,
    hashes,
    says: (next: Partial<typeof lists>, whole = true): void => {
      Object.assign(lists, next);
      isComplete = whole;
    },
    range: async (text = '', first = 0, count = 100) => {
      const read = await files.range({ projectId: PROJECT, text }, { first, count }, never);
      if (!read.ok) throw new Error(read.fault.kind);
      return read.value;
    },
  };
}

/** Lets what is read behind come to its end. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

describe('the lists', () => {
  test('they are read once, shown at once, and read behind every minute, every half while one is pending', async () => {
    const { says, range, asked, clock } = setUp();
    says({ public: ok([listed('a')]), private: ok([listed('b', { status: 'Pending' })]) });
    expect(await range()).toMatchObject({ total: 2, isMoving: true, asOfMs: null });
    await clock.advance(30_000);
    says({ private: ok([listed('b')]) });
    expect(await range()).toMatchObject({ isMoving: true });
    await settle();
    expect(await range()).toMatchObject({ isMoving: false });
    expect(asked).toEqual(['public', 'private', 'private']);
    await clock.advance(30_000);
    await range();
    await settle();
    expect(asked).toEqual(['public', 'private', 'private', 'public']);
  });

  test('a refresh that failed empties nothing; what is forbidden or gone by now is marked and kept', async () => {
    const { says, range, clock } = setUp();
    says({ public: ok([listed('a')]), private: ok([listed('b')]) }, false);
    const { rows } = await range();
    const readAtMs = clock.nowMs();
    for (const [fault, standing] of [
      [AWAY, 'there'],
      [HIDDEN, 'forbidden'],
      [GONE, 'gone'],
    ] as const) {
      says({ public: fail(fault), private: fail(fault) }, false);
      await clock.advance(60_000);
      await range();
      await settle();
      const view = await range();
      expect(view).toMatchObject({ rows, standing, asOfMs: readAtMs, isComplete: false });
    }
  });

  test('one list that may not be read is missing by name; without both there is the fault', async () => {
    const { says, range, files } = setUp();
    says({ public: ok([listed('a')]), private: fail(HIDDEN) });
    const unread = [{ visibility: 'private', fault: HIDDEN }];
    expect(await range()).toMatchObject({ total: 1, isComplete: false, unread });
    const none = setUp();
    none.says({ public: fail(AWAY), private: fail(AWAY) });
    await expect(none.range()).rejects.toThrow('unavailable');
    none.says({ public: fail(GONE), private: fail(GONE) });
    await expect(none.range()).rejects.toThrow('unknown-project');
    // A project that waits to be created has nothing there, and nobody is asked.
    const draft = await files.list('labseal:project:3', never);
    expect(draft).toMatchObject({ ok: true, value: { records: [], isComplete: true } });
  });

  test('what this computer sent since makes the list old: it says so, and is read again, not for each file', async () => {
    const { p, says, range, clock, asked } = setUp();
    says({ private: ok([]) });
    expect(await range()).toMatchObject({ total: 0, asOfMs: null });
    const readAtMs = clock.nowMs();
    await clock.advance(1_000);
    const { contentId } = p.put('run.csv', 'run', 'notarized');
    const place = { projectId: PROJECT, visibility: 'private', fileId: 'r1' } as const;
    addRecord(p.state, contentId ?? 0, { ...place, receivedAtMs: clock.nowMs() });
    says({ private: ok([listed('r1')]) });
    for (let times = 0; times < 9; times += 1) {
      expect(await range()).toMatchObject({ total: 0, asOfMs: readAtMs, isMoving: true });
      await settle();
    }
    expect(asked).toEqual(['public', 'private']);
    await clock.advance(4_000);
    await range();
    await settle();
    expect(await range()).toMatchObject({ total: 1, asOfMs: null });
    expect(asked).toEqual(['public', 'private', 'private']);
    const record = p.state.records.at(PROJECT, 'private', 'r1');
    const later = { ...place, fileId: 'r2', receivedAtMs: clock.nowMs() - 1 };
    addRecord(p.state, contentId ?? 0, later);
    await clock.advance(5_000);
    p.state.records.setStatus(record?.id ?? 0, 'Available', clock.nowMs());
    expect((await range()).asOfMs).not.toBeNull();
    await settle();
    expect(asked).toHaveLength(4);
  });

  test('a list that was just asked for is of now, whatever was heard in the same moment', async () => {
    const { p, says, files, clock } = setUp();
    says({ private: ok([listed('r1')]) });
    const { contentId } = p.put('run.csv', 'run', 'notarized');
    const place = { projectId: PROJECT, visibility: 'private', fileId: 'r1' } as const;
    addRecord(p.state, contentId ?? 0, { ...place, receivedAtMs: clock.nowMs() });
    const now = { asOfMs: null, isMoving: false };
    expect(await files.list(PROJECT, never, 'fresh')).toMatchObject({ ok: true, value: now });
  });

  test('while the service is away an outrun list asks no more often than any other', async () => {
    const { p, says, range, clock, asked } = setUp();
    says({ private: ok([]) });
    await range();
    await clock.advance(10_000);
    const { contentId } = p.put('run.csv', 'run', 'notarized');
    const place = { projectId: PROJECT, visibility: 'private', fileId: 'r1' } as const;
    addRecord(p.state, contentId ?? 0, { ...place, receivedAtMs: clock.nowMs() });
    says({ public: fail(AWAY), private: fail(AWAY) });
    const before = asked.length;
    for (let times = 0; times < 20; times += 1) {
      await range();
      await settle();
    }
    expect(asked.length - before).toBeLessThanOrEqual(2);
  });

  test('a window into the found ones, in one order', async () => {
    const { says, range } = setUp();
    const many = Array.from({ length: 250 }, (_file, index) =>
      listed(`f${String(index).padStart(3, '0')}`, { uploadedAtMs: index }),
    );
    says({ public: ok(many) });
    const window = await range('', 100, 3);
    expect(window).toMatchObject({ total: 250, first: 100 });
    expect(window.rows.map(({ fileId }) => fileId)).toEqual(['f149', 'f148', 'f147']);
    expect(await range('F24', 0, 100)).toMatchObject({ total: 10 });
    expect((await range('nobody')).rows).toEqual([]);
  });
});

describe('what is here of it', () => {
  test('a file of this computer is known by its record, with its size; one that moved away is no copy', async () => {
    const { p, says, range } = setUp();
    says({ private: ok([listed('r1'), listed('r2')]) });
    const row = p.put('run.csv', 'run', 'notarized');
    const { contentId } = row;
    addRecord(p.state, contentId ?? 0, { projectId: PROJECT, visibility: 'private', fileId: 'r1' });
    const { sizeBytes } = p.state.contents.get(contentId ?? 0);
    const [first, second] = (await range()).rows;
    expect(first).toMatchObject({ fileId: 'r1', localFileId: String(row.id), sizeBytes });
    expect(second).toMatchObject({ fileId: 'r2', localFileId: null, sizeBytes: null, hash: null });
    p.state.files.move(row, 'missing');
    expect((await range()).rows[0]).toMatchObject({ localFileId: null, sizeBytes });
  });

  test('a record of another place is not this file', async () => {
    const { p, says, range } = setUp();
    says({ private: ok([listed('r1')]) });
    const { contentId } = p.put('run.csv', 'run', 'notarized');
    addRecord(p.state, contentId ?? 0, { projectId: PROJECT, visibility: 'public', fileId: 'r1' });
    expect((await range()).rows[0]).toMatchObject({ localFileId: null, sizeBytes: null });
  });

  test('the hash is asked for once, by whoever looks at the file; a copy uploaded elsewhere is known by it', async () => {
    const { p, says, range, files, hashes, asked, clock } = setUp();
    says({ public: ok([listed('far')]) });
    const sha256 = createHash('sha256').update('run').digest('hex');
    const { id: contentId } = p.state.contents.keep({ sha256, blake3: 'b3', sizeBytes: 3 });
    const found = addFile(p.state, p.folderId, { name: 'run.csv' });
    const row = p.state.files.move(found, 'checking', { contentId });
    const place = { projectId: PROJECT, visibility: 'public', fileId: 'far' } as const;
    expect(await files.show(place, never)).toMatchObject({ ok: true, value: { hash: null } });
    hashes.set('far', sha256.toUpperCase());
    const known = { hash: sha256.toUpperCase(), localFileId: String(row.id), sizeBytes: 3 };
    for (let times = 0; times < 3; times += 1) {
      expect(await files.show(place, never)).toMatchObject({ ok: true, value: known });
      await clock.advance(24 * 3_600_000);
      await settle();
    }
    expect((await range()).rows[0]).toMatchObject(known);
    expect(asked.filter((name) => name === 'far')).toHaveLength(2);
    expect(await files.show({ ...place, fileId: 'other' }, never)).toMatchObject({
      fault: { kind: 'unknown-file' },
    });
  });

  test('a hash of other bytes, or in an unknown writing, makes no copy', async () => {
    const { p, says, files, hashes } = setUp();
    says({ public: ok([listed('far')]) });
    p.put('run.csv', 'run', 'ready');
    const place = { projectId: PROJECT, visibility: 'public', fileId: 'far' } as const;
    hashes.set('far', createHash('sha256').update('other').digest('hex'));
    expect(await files.show(place, never)).toMatchObject({ value: { localFileId: null } });
    const odd = setUp();
    odd.says({ public: ok([listed('far')]) });
    odd.hashes.set('far', 'not a hash');
    expect(await odd.files.show(place, never)).toMatchObject({ value: { hash: 'not a hash' } });
  });
});
