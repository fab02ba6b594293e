import { appendFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { identityOf } from '../../../platform/disk/file-identity.ts';
import { blake3Of, sha256Of } from '../../../test-support/digests.ts';
import { makeTempFolder } from '../test-support/upload-setup.ts';
import { makeSmallFiles } from './small-files.ts';

const never = new AbortController().signal;

test('small files are read and proven by a thread, many at once', async () => {
  using folder = makeTempFolder();
  const files = makeSmallFiles();
  const sources = Array.from({ length: 40 }, (_, index) => {
    const content = Buffer.alloc(1_000 * index, index);
    const path = folder.write(`${index}.raw`, content);
    const identity = identityOf(statSync(path, { bigint: true }));
    const source = { path, identity, fileBytes: content.length, wantsSha256: true };
    return { content, source: { ...source, blake3Hex: blake3Of(content) } };
  });
  appendFileSync(sources[0]?.source.path ?? '', 'more');
  const [refused, ...proofs] = await Promise.all(
    sources.map(({ source }) => files.prove(source, never)),
  );
  expect(refused).toMatchObject({ fault: { kind: 'source-changed' } });
  const proven = proofs.map(
    (proof) => proof.ok && [Buffer.from(proof.value.bytes), proof.value.sha256Hex],
  );
  expect(proven).toEqual(sources.slice(1).map(({ content }) => [content, sha256Of(content)]));
  const stop = new AbortController();
  const given = Promise.all(sources.map(({ source }) => files.prove(source, stop.signal)));
  stop.abort('enough');
  await expect(given).rejects.toBe('enough');
  await files.close();
});

test('a bug in the thread is thrown as it is, and the thread goes on', async () => {
  using folder = makeTempFolder();
  const files = makeSmallFiles();
  const path = folder.write('run.raw', 'abc');
  const identity = identityOf(statSync(path, { bigint: true }));
  const blake3Hex = blake3Of('abc');
  const source = { path, identity, fileBytes: 3, blake3Hex, wantsSha256: false };
  const impossible = { ...source, path: 'a\0b' }; // no file system was asked
  await expect(files.prove(impossible, never)).rejects.toThrow(TypeError);
  expect((await files.prove(source, never)).ok).toBe(true);
  await files.close();
});
