import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-state.ts';
import { keepMistake } from './program.ts';

test('a mistake that ends the program is in errors.log under the id that is shown, without secrets', () => {
  const folder = temporaryFolder();
  const mistake = new TypeError('x is not a function', { cause: new Error('Bearer abc.def') });
  const sentence = keepMistake(mistake, { LABSEAL_HOME: folder });
  const kept = JSON.parse(fs.readFileSync(path.join(folder, 'errors.log'), 'utf8')) as {
    id: string;
    details: string;
  };
  expect(sentence).toContain('Labseal made a mistake and stopped: x is not a function.');
  expect(sentence).toContain(`(${kept.id})`);
  expect(kept.details).toContain('own-mistake.test.ts');
  expect(kept.details).not.toContain('abc.def');
});

test('where no log can be written, the sentence comes all the same', () => {
  const nowhere = path.join(temporaryFolder(), 'no', 'such', 'folder');
  expect(keepMistake(new Error('oh'), { LABSEAL_HOME: nowhere })).toContain('(not kept)');
});
