import { expect, test } from 'vitest';
import { addRecord, assignment } from '../../test-support/temporary-state.ts';
import { bulkFolder } from '../../test-support/temporary-folder.ts';
import { blake3Of } from '../../test-support/digests.ts';
import { openDirectoryReader } from '../fingerprint/directory-reader.ts';
import { makeOnThreadTree } from './test-support/on-thread.ts';
import { scannedFolder } from './test-support/scanned-folder.ts';

const tree = makeOnThreadTree(openDirectoryReader);
const rules = { assignment: assignment({ checkPolicy: 'never' }) };

test('a record that comes in between its content and its file is shown by the file', async () => {
  const folder = bulkFolder();
  folder.write('a/1', 'one');
  folder.write('b/2', 'two');
  let hasCome = false;
  const between = (): void => {
    const { contents } = scanned.state();
    const content = contents.withBlake3(blake3Of('two'));
    if (content === null || hasCome) return;
    hasCome = true;
    addRecord(scanned.state(), content.id);
  };
  let passedMs = 0;
  // Each look at the clock takes long, so that others have their turn whenever they can.
  const scanned = scannedFolder(folder, rules, { between, passedMs: () => (passedMs += 10) });
  await scanned.scan(tree);
  expect(hasCome).toBe(true);
  expect(scanned.rows()).toEqual(['a/1 ready', 'b/2 notarized']);
});

test('equal files of several directories have one content, and each file its own', async () => {
  const folder = bulkFolder();
  const words = ['x', 'y', 'z', 'x', 'w', 'y'];
  for (const [index, word] of words.entries()) folder.write(`${index % 3}/${index}`, word);
  const scanned = scannedFolder(folder, rules);
  await scanned.scan(tree);
  const { contents } = scanned.state();
  const kept = scanned.files().map(({ name, contentId }) => {
    return [name, contentId === null ? null : contents.get(contentId).blake3];
  });
  expect(Object.fromEntries(kept)).toEqual(
    Object.fromEntries(words.map((word, index) => [`${index}`, blake3Of(word)])),
  );
});

test('what cannot be stored ends the scan', async () => {
  const folder = bulkFolder();
  folder.write('a/1');
  const scanned = scannedFolder(folder, rules);
  const { contents } = scanned.state();
  const refused = new Error('the disk is full');
  Object.assign(contents, {
    keepAll() {
      throw refused;
    },
  });
  await expect(scanned.scan(tree)).rejects.toBe(refused);
  expect(scanned.rows()).toEqual([]);
});
