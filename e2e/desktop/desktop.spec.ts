/** The desktop app with Electron itself: a file to its certificate, and everything that must not be possible. */
import { button, field, row, signInOn, title } from '../support/face-test.ts';
import { researcher } from '../support/people.ts';
import { expect, launch, test } from './support/desktop-test.ts';

test('a file becomes a certificate: its own path is used, nothing is copied, the tray says so', async ({
  newLab,
  openDesktop,
}) => {
  const { app, page } = await openDesktop(newLab);
  expect(page.url()).toMatch(/^app:\/\/labseal\//);
  await button(page, 'Sign in').click();
  await signInOn(page, researcher);
  await expect(title(page)).toHaveText('Where should your first file go?');
  await page.getByRole('main').getByText('Microscope calibration').click();
  await button(page, 'Next').click();
  const file = await newLab.write('picked/first.csv', 'minutes,a\n0,1\n');
  const choosing = page.waitForEvent('filechooser');
  await button(page, 'Choose files').click();
  await (await choosing).setFiles(file);
  await field(page, 'Labels').fill('calibration');
  await button(page, 'Notarize (1 credit)').click();
  await expect(title(page)).toHaveText('Done');
  const proof = page.getByRole('region', { name: 'first.csv' });
  await expect(proof.getByRole('region', { name: /^Page 1 of/ })).toContainText('first.csv');
  expect((await newLab.mock.takenIn()).map(({ charged }) => charged)).toEqual([1]);

  await page.evaluate(() => {
    window.location.hash = '#/files';
  });
  await row(page, 'first.csv').click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText(file);
  const menus = await app.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? []).map(({ label }) => label),
  );
  expect(menus).toEqual(expect.arrayContaining(['File', 'Edit', 'View', 'Transfers', 'Help']));
});

test('the window is what was asked for, and the page has no way out of it', async ({
  newLab,
  openDesktop,
}) => {
  const { app, page } = await openDesktop(newLab);
  const options = await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    // Not in the published types; it is what Chromium was told.
    const contents = window?.webContents as unknown as {
      getLastWebPreferences: () => Record<string, unknown>;
    };
    return contents.getLastWebPreferences();
  });
  expect(options).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
  });
  const found = await page.evaluate(async () => {
    return {
      node: ['require', 'process', 'module', 'Buffer'].filter((name) => name in window),
      door: Object.keys(Object(window)['labsealDesktop']).toSorted(),
      opened: window.open('https://evil.example/') === null,
      permissions: await Promise.all(
        ['geolocation', 'camera', 'microphone', 'midi'].map((name) =>
          navigator.permissions.query({ name: name as PermissionName }).then(
            ({ state }) => state,
            () => 'denied',
          ),
        ),
      ),
      remote: await fetch('https://evil.example/').then(
        () => 'fetched',
        () => 'refused',
      ),
    };
  });
  expect(found).toEqual({
    node: [],
    door: ['call', 'cancel', 'greet', 'listen', 'pathOf'],
    opened: true,
    permissions: ['denied', 'denied', 'denied', 'denied'],
    remote: 'refused',
  });
  const before = page.url();
  await page.evaluate(() => {
    window.location.href = 'https://evil.example/';
    const link = document.createElement('a');
    link.href = 'file:///etc/passwd';
    document.body.append(link);
    link.click();
  });
  await expect(title(page)).toBeVisible();
  expect([page.url(), app.windows().length]).toEqual([before, 1]);
});

test('a second start shows the first, and a link fills its token in without sending anything', async ({
  newLab,
  openDesktop,
}) => {
  const { app, page } = await openDesktop(newLab);
  await expect(title(page)).toBeVisible();
  await newLab.mock.forgetRequests();
  const second = await launch(newLab, ['labseal://activate/token-1']).catch(() => null);
  await second?.close();
  await expect(page.getByRole('textbox', { name: /link/i })).toHaveValue('token-1');
  expect((await newLab.mock.requests()).map(({ path }) => path)).toEqual([]);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('certificates of the system can be read, and nothing relaxes TLS', async ({
  newLab,
  openDesktop,
}) => {
  const { app } = await openDesktop(newLab);
  const found = await app.evaluate(() => {
    const tls = process.getBuiltinModule('node:tls'); // DevTools evaluates without dynamic imports
    return {
      bundled: tls.getCACertificates('bundled').length > 0,
      system: Array.isArray(tls.getCACertificates('system')),
      relaxed: process.env['NODE_TLS_REJECT_UNAUTHORIZED'] ?? null,
    };
  });
  expect(found).toEqual({ bundled: true, system: true, relaxed: null });
});
