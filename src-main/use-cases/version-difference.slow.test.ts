/** What differs between a changed file and its notarized bytes, as far as a copy of those is on this computer. */
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { assignment } from '../test-support/temporary-state.ts';
import { engineAtService } from '../test-support/engine-at-service.ts';

test('the old text is found in another file with the notarized bytes, or in what was downloaded, and nowhere else', async () => {
  const lab = await engineAtService();
  await lab.signIn();
  const before = 'time,value\n0,1.5\n1,2.5\n';
  const path = lab.write('exp/a.csv', before);
  const projectId = await lab.projectId();
  const rules = { projectId, checkPolicy: 'never', visibility: 'public' } as const;
  await lab.watch('exp', { budgetCredits: 10, assignment: assignment(rules) });
  const { id, fileId } = await lab.fileIs(path, 'notarized');
  lab.write('exp/a.csv', before.replace('1.5', '1.6'));
  await lab.fileIs(path, 'changed');
  const difference = () => lab.call('files.difference', { asked: id });
  expect(await difference()).toEqual({ is: 'no-copy' });

  fs.mkdirSync(lab.at('back'));
  const folder = lab.at('back');
  const wish = { asked: fileId ?? '', projectId, folder, keepsBoth: false };
  await lab.call('downloads.start', wish);
  await lab.until(
    () => lab.call('downloads.list', {}),
    ([view]) => view?.state.is === 'arrived',
  );
  const text = { is: 'text', added: 1, removed: 1, isCut: false };
  expect(await difference()).toMatchObject({ ...text, path: lab.at('back/a.csv') });

  fs.writeFileSync(lab.at('back/a.csv'), 'something else'); // it is no copy any more
  expect(await difference()).toEqual({ is: 'no-copy' });
  const copy = lab.write('exp/old/a copy.csv', before);
  await lab.fileIs(copy, 'notarized');
  expect(await difference()).toMatchObject({ ...text, path: copy });

  fs.writeFileSync(path, `${before}${'x'.repeat(1_000_000)}`);
  expect(await difference()).toEqual({ is: 'too-large' });
});
