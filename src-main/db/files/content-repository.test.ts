import { expect, test } from 'vitest';
import { blake3Of, sha256Of } from '../../test-support/digests.ts';
import { newDatabase } from '../test-support/new-database.ts';
import { makeContentRepository } from './content-repository.ts';

test('digests are stored as their bytes, and nothing else is taken for one', () => {
  const db = newDatabase();
  const contents = makeContentRepository(db);
  for (const text of ['a', 'b']) contents.keep({ blake3: blake3Of(text), sizeBytes: 1 });
  const sizes = db
    .prepare('SELECT typeof(blake3) AS type, length(blake3) AS bytes FROM content')
    .all();
  expect(sizes).toEqual(Array.from({ length: 2 }, () => ({ type: 'blob', bytes: 32 })));
  for (const blake3 of ['', 'none', 'ab', `${blake3Of('a')}00`]) {
    expect(contents.withBlake3(blake3)).toBeNull();
    expect(() => contents.keep({ blake3, sizeBytes: 1 })).toThrow('CHECK');
  }
});

test('SHA-256 is kept once, of the content that it was made of', () => {
  const contents = makeContentRepository(newDatabase());
  const blake3 = blake3Of('c');
  contents.keepSha256({ blake3, sha256: sha256Of('c') }); // not here: nothing happens
  expect(contents.keep({ blake3, sizeBytes: 1 }).sha256).toBeNull();
  contents.keepSha256({ blake3, sha256: sha256Of('c') });
  contents.keepSha256({ blake3, sha256: sha256Of('d') });
  expect(contents.withBlake3(blake3)?.sha256).toBe(sha256Of('c'));
  expect(() => contents.keep({ blake3: blake3Of('d'), sizeBytes: 1 })).not.toThrow();
  const twice = () => contents.keepSha256({ blake3: blake3Of('d'), sha256: sha256Of('c') });
  expect(twice).toThrow('UNIQUE');
});
