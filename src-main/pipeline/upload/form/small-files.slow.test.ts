import { createHash } from 'node:crypto';
import { appendFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { identityOf } from '../../../platform/file-identity.ts';
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
    const sha256Hex = createHash('sha256').update(content).digest('hex');
    return { content, source: { path, identity, fileBytes: content.length, sha256Hex } };
  });
  appendFileSync(sources[0]?.source.path ?? '', 'more');
  const [refused, ...proofs] = await Promise.all(
    sources.map(({ source }) => files.prove(source, never)),
  );
  expect(refused).toMatchObject({ fault: { kind: 'source-changed' } });
  expect(proofs.map((proof) => proof.ok && Buffer.from(proof.value))).toEqual(
    sources.slice(1).map(({ content }) => content),
  );
  const stop = new AbortController();
  const given = Promise.all(sources.map(({ source }) => files.prove(source, stop.signal)));
  stop.abort('enough');
  await expect(given).rejects.toBe('enough');
  await files.close();
});

test('a mistake of ours in the thread is thrown as it is, and the thread goes on', async () => {
  using folder = makeTempFolder();
  const files = makeSmallFiles();
  const path = folder.write('run.raw', 'abc');
  const identity = identityOf(statSync(path, { bigint: true }));
  const sha256Hex = createHash('sha256').update('abc').digest('hex');
  const source = { path, identity, fileBytes: 3, sha256Hex };
  const impossible = { ...source, path: 'a\0b' }; // no file system was asked
  await expect(files.prove(impossible, never)).rejects.toThrow(TypeError);
  expect((await files.prove(source, never)).ok).toBe(true);
  await files.close();
});
