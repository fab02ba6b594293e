import { describe, expect, test } from 'vitest';
import { NO_CITATIONS } from '../../../src-shared/model/lineage/citations.ts';
import type { ListedFile } from '../../../src-shared/model/files/platform-file.ts';
import type { Visibility } from '../../../src-shared/model/money/price.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { makeMirror } from '../mirror/mirror.ts';
import { pipeline } from '../../pipeline/common/test-support/pipeline.ts';
import { addFile, addRecord } from '../../test-support/temporary-state.ts';
import { valueOf } from '../../test-support/value-of.ts';
import { makeResources } from '../mirror/account-mirror.ts';
import { makePlatformFiles } from './platform-files.ts';
import { AWAY } from '../mirror/test-support/project-copies.ts';
import { blake3Of, sha256Of } from '../../test-support/digests.ts';

const never = new AbortController().signal;
const HIDDEN: ServiceFault = { kind: 'forbidden', serviceSays: null };
const GONE: ServiceFault = { kind: 'not-found', serviceSays: null };
const PROJECT = 'p1';

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

/** Waits for background reads to end. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** Files of a project on a service whose lists and hashes a test fills, hides or removes. */
function setUp() {
  const p = pipeline();
  const { state, clock } = p;
  const lists: Record<Visibility, Result<readonly ListedFile[], ServiceFault>> = {
    public: ok([]),
    private: ok([]),
  };
  const hashes = new Map<string, string>();
  const asked: string[] = [];
  let isComplete = true;
  const real = makeResources({} as never); // only its parsing of copies is used; requests are faked
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
      files: (projectId, visibility) => ({
        ...real.files(projectId, visibility),
        fetch: async () => {
          asked.push(visibility);
          const list = lists[visibility];
          return list.ok ? ok({ value: list.value, isComplete }) : list;
        },
      }),
      fileHash: (projectId, visibility, fileId) => ({
        ...real.fileHash(projectId, visibility, fileId),
        fetch: async () => {
          asked.push(fileId);
          const value = hashes.get(fileId);
          return value === undefined ? fail(AWAY) : ok({ value, isComplete: true });
        },
      }),
    },
  });
  const range = async (text = '', first = 0, count = 100) =>
    valueOf(await files.range({ projectId: PROJECT, text }, { first, count }, never));
  return {
    p,
    clock,
    files,
    asked,
    hashes,
    range,
    says: (next: Partial<typeof lists>, whole = true): void => {
      Object.assign(lists, next);
      isComplete = whole;
    },
    /** What a face shows once background reads have ended. */
    look: async () => {
      const shown = await range();
      await settle();
      return shown;
    },
    /** A file of this computer, and the record that the service just returned. */
    sent: (visibility: Visibility = 'private', fileId = 'r1', atMs = clock.nowMs()) => {
      const row = p.put('run.csv', 'run', 'notarized');
      const place = { projectId: PROJECT, visibility, fileId, receivedAtMs: atMs };
      return { row, record: addRecord(state, row.contentId ?? 0, place) };
    },
  };
}

describe('the lists', () => {
  test('they are read once, shown at once, and read behind every minute, every half while one is pending', async () => {
    const { says, look, asked, clock } = setUp();
    says({ public: ok([listed('a')]), private: ok([listed('b', { status: 'Pending' })]) });
    expect(await look()).toMatchObject({ total: 2, isMoving: true, asOfMs: null });
    await clock.advance(30_000);
    says({ private: ok([listed('b')]) });
    expect(await look()).toMatchObject({ isMoving: true });
    expect(await look()).toMatchObject({ isMoving: false });
    expect(asked).toEqual(['public', 'private', 'private']);
    await clock.advance(30_000);
    await look();
    expect(asked).toEqual(['public', 'private', 'private', 'public']);
  });

  test('a refresh that failed empties nothing; what is forbidden or gone by now is marked and kept', async () => {
    const { says, range, look, clock } = setUp();
    says({ public: ok([listed('a')]), private: ok([listed('b')]) }, false);
    const { rows } = await range();
    const asOfMs = clock.nowMs();
    for (const [fault, standing] of [
      [AWAY, 'there'],
      [HIDDEN, 'forbidden'],
      [GONE, 'gone'],
    ] as const) {
      says({ public: fail(fault), private: fail(fault) }, false);
      await clock.advance(60_000);
      await look();
      expect(await look()).toMatchObject({ rows, standing, asOfMs, isComplete: false });
    }
  });

  test('one list that may not be read is missing by name; without both there is the fault', async () => {
    const { says, range, files } = setUp();
    says({ public: ok([listed('a')]), private: fail(HIDDEN) });
    const unread = [{ visibility: 'private', fault: HIDDEN }];
    expect(await range()).toMatchObject({ total: 1, isComplete: false, unread });
    const none = setUp();
    for (const [fault, kind] of [
      [AWAY, 'unavailable'],
      [GONE, 'unknown-project'],
    ] as const) {
      none.says({ public: fail(fault), private: fail(fault) });
      await expect(none.range()).rejects.toThrow(kind);
    }
    // A project that waits to be created has nothing there, and no request is made.
    const draft = await files.list('labseal:project:3', never);
    expect(draft).toMatchObject({ ok: true, value: { records: [], isComplete: true } });
  });

  test('what this computer sent since makes the list old: it says so, and is read again, not for each file', async () => {
    const { p, says, look, clock, asked, sent } = setUp();
    expect(await look()).toMatchObject({ total: 0, asOfMs: null });
    const asOfMs = clock.nowMs();
    await clock.advance(1_000);
    const { record } = sent();
    says({ private: ok([listed('r1')]) });
    for (let times = 0; times < 9; times += 1) {
      expect(await look()).toMatchObject({ total: 0, asOfMs, isMoving: true });
    }
    expect(asked).toEqual(['public', 'private']);
    await clock.advance(4_000);
    await look();
    expect(await look()).toMatchObject({ total: 1, asOfMs: null });
    expect(asked).toEqual(['public', 'private', 'private']);
    const { contentId } = record;
    const place = { projectId: PROJECT, visibility: 'private', fileId: 'r2' } as const;
    addRecord(p.state, contentId, { ...place, receivedAtMs: clock.nowMs() - 1 });
    await clock.advance(5_000);
    p.state.records.setStatus(record.id, 'Available', {
      settledAtMs: clock.nowMs(),
      provenAtMs: 1,
    });
    expect((await look()).asOfMs).not.toBeNull();
    expect(asked).toHaveLength(4);
  });

  test('a list that was just asked for is of now, whatever was heard in the same moment', async () => {
    const { says, files, sent } = setUp();
    says({ private: ok([listed('r1')]) });
    sent();
    const value = { asOfMs: null, isMoving: false };
    expect(await files.list(PROJECT, never, 'fresh')).toMatchObject({ ok: true, value });
  });

  test('while the service is away an outrun list asks no more often than any other', async () => {
    const { says, look, clock, asked, sent } = setUp();
    await look();
    await clock.advance(10_000);
    sent();
    says({ public: fail(AWAY), private: fail(AWAY) });
    const before = asked.length;
    for (let times = 0; times < 20; times += 1) await look();
    expect(asked.length - before).toBeLessThanOrEqual(2);
  });

  test('a window into the found ones, in one order', async () => {
    const { says, range } = setUp();
    const many = Array.from({ length: 250 }, (_file, uploadedAtMs) =>
      listed(`f${String(uploadedAtMs).padStart(3, '0')}`, { uploadedAtMs }),
    );
    says({ public: ok(many) });
    const window = await range('', 100, 3);
    expect(window).toMatchObject({ total: 250, first: 100 });
    expect(window.rows.map(({ fileId }) => fileId)).toEqual(['f149', 'f148', 'f147']);
    expect(await range('F24')).toMatchObject({ total: 10 });
    expect((await range('nobody')).rows).toEqual([]);
  });
});

describe('what is here of it', () => {
  test('a file of this computer is known by its record, with its size; one that moved away is no copy', async () => {
    const { p, says, range, sent } = setUp();
    says({ private: ok([listed('r1'), listed('r2')]) });
    const { row } = sent();
    const { sizeBytes } = p.state.contents.get(row.contentId ?? 0);
    const [first, second] = (await range()).rows;
    expect(first).toMatchObject({ fileId: 'r1', localFileId: String(row.id), sizeBytes });
    expect(second).toMatchObject({ fileId: 'r2', localFileId: null, sizeBytes: null, hash: null });
    p.state.files.move(row, 'missing');
    expect((await range()).rows[0]).toMatchObject({ localFileId: null, sizeBytes });
  });

  test('a record of another place is not this file', async () => {
    const { says, range, sent } = setUp();
    says({ private: ok([listed('r1')]) });
    sent('public');
    expect((await range()).rows[0]).toMatchObject({ localFileId: null, sizeBytes: null });
  });

  test('the hash is asked for once, by whoever looks at the file; a copy uploaded elsewhere is known by it', async () => {
    const { p, says, range, files, hashes, asked, clock } = setUp();
    says({ public: ok([listed('far')]) });
    const sha256 = sha256Of('run');
    const { id: contentId } = p.state.contents.keep({ blake3: blake3Of('run'), sizeBytes: 3 });
    p.state.contents.keepSha256({ blake3: blake3Of('run'), sha256 });
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

  test.for([sha256Of('other'), 'not a hash'])(
    'a hash of other bytes, or in an unknown writing, makes no copy: %s',
    async (hash) => {
      const { p, says, files, hashes } = setUp();
      says({ public: ok([listed('far')]) });
      p.put('run.csv', 'run', 'ready');
      hashes.set('far', hash);
      const place = { projectId: PROJECT, visibility: 'public', fileId: 'far' } as const;
      const value = { hash, localFileId: null };
      expect(await files.show(place, never)).toMatchObject({ value });
    },
  );
});
