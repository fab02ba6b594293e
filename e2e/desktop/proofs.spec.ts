/** Proofs in Electron itself, whose library for hashes and whose page differ from Node's and a browser's. */
import { button, row, title } from '../support/face-test.ts';
import { expect, test } from './support/desktop-test.ts';

test('a changed file does not match although Electron knows no SHA-3, and the method is learned from its own upload', async ({
  lab,
  openDesktop,
}) => {
  for (const algorithm of ['sha3-256', 'keccak-256'] as const) {
    await lab.mock.read({ fileHash: { algorithm, encoding: 'hex' } });
    const plate = await lab.write(`${algorithm}/plate.csv`, `minutes,${algorithm}\n0,1\n`);
    await lab.watch(algorithm);
    const { files } = await lab.sync('--yes');
    const proof = files.find(({ path }) => path === plate);
    const { app, page } = await openDesktop(lab);
    await page.evaluate((at) => {
      window.location.hash = at;
    }, `/projects/${proof?.projectId}/files/${proof?.fileId}/certificate?tab=verify`);
    const verdict = (name: string) => page.getByRole('region', { name, exact: true });
    await button(page, `Use the copy in ${algorithm}`).click();
    await expect(verdict('Match')).toContainText('byte-for-byte the one notarized on');
    const choosing = page.waitForEvent('filechooser');
    await button(page, 'Choose file').click();
    await (await choosing).setFiles(await lab.write('elsewhere/plate.csv', 'changed\n'));
    await expect(verdict('Does not match')).toContainText('The fingerprints are not the same.');
    await app.close();
  }
});

test('a certificate is drawn by its module worker, under the policy of the page', async ({
  lab,
  openDesktop,
}) => {
  const plate = await lab.write('runs/plate.csv', 'minutes,a\n0,1\n');
  await lab.watch('runs');
  const { files } = await lab.sync('--yes');
  const proof = files.find(({ path }) => path === plate);
  const { page } = await openDesktop(lab);
  await page.evaluate((at) => {
    window.location.hash = at;
  }, `/projects/${proof?.projectId}/files/${proof?.fileId}/certificate`);
  await expect(page.getByRole('region', { name: /^Page 1 of/ })).toContainText('plate.csv');
  expect(page.workers().map((worker) => worker.url())).toEqual([
    expect.stringMatching(/^app:\/\/labseal\/.*pdf\.worker.*\.mjs$/),
  ]);
});

test('a dropped file keeps its path, and nothing of it is copied', async ({ lab, openDesktop }) => {
  await lab.signIn();
  const file = await lab.write('dropped/run.csv', 'minutes,a\n0,1\n');
  const { page } = await openDesktop(lab);
  await page.evaluate(() => {
    window.location.hash = '#/verify';
  });
  await expect(title(page)).toBeVisible();
  // A real drop comes from the system: the DevTools protocol gives one with a path.
  const protocol = await page.context().newCDPSession(page);
  const zone = await page.locator('[data-drop-zone]').first().boundingBox();
  const at = { x: (zone?.x ?? 0) + 20, y: (zone?.y ?? 0) + 20 };
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await protocol.send('Input.dispatchDragEvent', { type, ...at, data });
  }
  await expect(page.getByRole('region', { name: 'Can’t tell yet' })).toContainText('run.csv');
  await page.evaluate(() => {
    window.location.hash = '#/files';
  });
  await expect(row(page, 'run.csv')).toHaveCount(0); // verifying sends nothing and keeps nothing
});
