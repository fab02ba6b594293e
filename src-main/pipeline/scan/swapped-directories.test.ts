import { lstatSync, renameSync, symlinkSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { identityOf } from '../../platform/disk/file-identity.ts';
import { placeIn } from '../../platform/place.ts';
import { makeFakeClock } from '../../test-support/fake-clock.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { openSourceFile } from '../upload/form/source-file.ts';
import { makeProof } from '../upload/form/small-file.ts';
import { makeBatchFingerprint } from '../fingerprint/fingerprint-batch.ts';
import { packFiles, unpackPrints } from '../fingerprint/packed-files.ts';
import type { FileTree } from './file-tree.ts';
import { readIgnoreFile } from './judge-entries.ts';
import { fingerprintHere, onThreadTree } from './test-support/on-thread.ts';
import { rulesWith } from './test-support/rules-with.ts';
import { walk } from './walk.ts';
import { blake3Of } from '../../test-support/digests.ts';
import { hasLinks } from '../../test-support/this-system.ts';

/** A watched folder with `a/b/own`, and a directory outside with `b/secret`, which `swap` puts in the place of `a`. */
function swappable() {
  const [folder, outside] = [temporaryFolder(), temporaryFolder()];
  folder.write('a/b/own');
  folder.write('a/b/also');
  outside.write('b/secret', 'secret');
  outside.write('b/also', 'secret too');
  outside.write('b/.labsealignore', '*.raw');
  const link = outside.at('link');
  if (hasLinks) symlinkSync(outside.path, link);
  return {
    root: folder.path,
    own: placeIn(folder.path, 'a/b/own'),
    also: placeIn(folder.path, 'a/b/also'),
    secret: placeIn(folder.path, 'a/b/secret'),
    secretIdentity: () => identityOf(lstatSync(outside.at('b/secret'), { bigint: true })),
    swap: () => {
      renameSync(folder.at('a'), outside.at('aside'));
      renameSync(link, folder.at('a'));
    },
    /** A link to the directory that was there comes in its place. */
    swapBack: () => {
      symlinkSync(outside.at('aside'), link);
      renameSync(link, folder.at('a'));
    },
  };
}

test.runIf(hasLinks)(
  'a directory above that is swapped for a link after it was listed leads the walk nowhere',
  async () => {
    const { root, swap } = swappable();
    const tree: FileTree = {
      ...onThreadTree,
      readDirectory(path, signal, question) {
        if (path.endsWith('/b')) swap();
        return onThreadTree.readDirectory(path, signal, question);
      },
    };
    const starts = [{ relativePath: '', rules: rulesWith([]) }];
    const options = { tree, starts, clock: makeFakeClock() };
    const readings = [];
    for await (const { relativePath, reading } of walk(
      root,
      options,
      new AbortController().signal,
    )) {
      readings.push([relativePath, reading.kind]);
    }
    expect(readings).toEqual([
      ['', 'read'],
      ['a', 'read'],
      ['a/b', 'absent'],
    ]);
  },
);

test.runIf(hasLinks)(
  'a file outside is not read, even by whoever expects exactly that file',
  async () => {
    const { secret, secretIdentity, swap, root } = swappable();
    swap();
    const expected = secretIdentity();
    const onRead = vi.fn<() => void>();
    expect(fingerprintHere(secret, { onRead })).toEqual({ kind: 'absent' });
    expect(fingerprintHere(secret, { onRead, expected })).toEqual({ kind: 'absent' });
    expect(onRead).not.toHaveBeenCalled();
    const unreadable = { kind: 'source-unreadable', code: 'ENOTDIR' };
    const prints = { blake3Hex: blake3Of('secret'), wantsSha256: false };
    const source = { path: secret, identity: expected, fileBytes: 6, ...prints };
    expect(makeProof()(source)).toEqual({ ok: false, fault: unreadable });
    expect(await openSourceFile(secret)).toEqual({ ok: false, fault: unreadable });
    const { signal } = new AbortController();
    expect(await onThreadTree.identify(secret, signal)).toEqual({ kind: 'absent' });
    const ignoreFile = placeIn(root, 'a/b/.labsealignore');
    expect(readIgnoreFile(ignoreFile)).toEqual({ ok: false, fault: 'ENOTDIR' });
  },
);

test.runIf(hasLinks)(
  'a file whose directory is swapped while it is read has no fingerprint',
  () => {
    const { own, swap } = swappable();
    expect(fingerprintHere(own, { onRead: swap })).toEqual({ kind: 'changed' });
  },
);

test.runIf(hasLinks)(
  'files whose directory is swapped between two of them have no fingerprints, nor has what lies outside',
  () => {
    const { own, also, swap, secret } = swappable();
    let reads = 0;
    const onRead = () => {
      reads += 1;
      if (reads === 1) swap();
    };
    const context = { isCancelled: () => false, pause() {}, onRead };
    const files = [own, also, secret].map((path) => ({ path, expected: null }));
    const changed = { kind: 'changed' };
    const fingerprintBatch = makeBatchFingerprint();
    const together = () => unpackPrints(fingerprintBatch(packFiles(files), context), files);
    expect(together()).toEqual([changed, changed, changed]);
    expect(reads).toBe(1);
    const [after] = together();
    expect(after).toEqual({ kind: 'absent' });
  },
);

test.runIf(hasLinks)(
  'the listed directory itself leads nowhere once it lies outside, though its inode is the same',
  async () => {
    const { root, swap, swapBack } = swappable();
    const { signal } = new AbortController();
    const place = placeIn(root, 'a');
    const listed = await onThreadTree.readDirectory(place, signal);
    swap();
    swapBack();
    expect(await onThreadTree.readDirectory(place, signal)).toEqual({ kind: 'absent' });
    expect(lstatSync(`${root}/a/.`).ino).toBe(Number(listed.kind === 'read' ? listed.ino : NaN));
  },
);

test('a directory that another of the folder replaces is read as it is now', async () => {
  const { root } = swappable();
  const { signal } = new AbortController();
  const place = placeIn(root, 'a');
  const before = await onThreadTree.readDirectory(place, signal);
  renameSync(`${root}/a`, `${root}/c`);
  renameSync(`${root}/c/b`, `${root}/a`);
  const reading = await onThreadTree.readDirectory(place, signal);
  const names = reading.kind === 'read' ? [...reading.entries].map(({ name }) => name) : [];
  expect(names.toSorted()).toEqual(['also', 'own']);
  expect(reading).not.toHaveProperty('ino', before.kind === 'read' ? before.ino : null);
});

test.runIf(hasLinks)(
  'a file whose directory is swapped while it is sent is not proven',
  async () => {
    const { own, swap } = swappable();
    const opened = await openSourceFile(own);
    if (!opened.ok) throw new Error(opened.fault.code);
    expect(await opened.value.identity()).toEqual(opened.value.seen);
    swap();
    expect(await opened.value.identity()).toBeNull();
    await opened.value.close();
  },
);
