/** How the program starts and ends in Electron itself: unseen, by links, after a crash of its page, and when it is told to end. */
import { once } from 'node:events';
import fs from 'node:fs';
import { title } from '../support/face-test.ts';
import { expect, launch, test } from './support/desktop-test.ts';

test('a start by the session stays unseen, also when the window was large; a second start shows it', async ({
  newLab,
  openDesktop,
}) => {
  const first = await openDesktop(newLab);
  await expect(title(first.page)).toBeVisible();
  await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.maximize());
  await first.app.close();
  const { app } = await openDesktop(newLab, '--hidden');
  const look = () =>
    app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      return [window?.isVisible(), window?.isMaximized()];
    });
  expect(await look()).toEqual([false, false]);
  const second = await launch(newLab).catch(() => null);
  await second?.close();
  await expect.poll(look).toEqual([true, true]);
});

test('the setting that starts it with the session is read back as it was set', async ({
  newLab,
  openDesktop,
}) => {
  test.skip(process.platform === 'linux', 'a checkout has no entry there');
  const { app, page } = await openDesktop(newLab);
  await expect(title(page)).toBeVisible();
  const set = (openAtLogin: boolean) =>
    app.evaluate((electron, wished) => {
      const args = ['--hidden'];
      electron.app.setLoginItemSettings({ openAtLogin: wished, args });
      return electron.app.getLoginItemSettings({ args }).openAtLogin;
    }, openAtLogin);
  expect(await set(true)).toBe(true);
  expect(await set(false)).toBe(false);
});

test('a link of a second start that comes while the core still opens is not lost', async ({
  newLab,
  openDesktop,
}) => {
  const opening = openDesktop(newLab, '--hidden');
  const lock = newLab.at('labseal/engine.lock');
  await expect.poll(() => fs.existsSync(lock)).toBe(true); // it is the first, and its core is opening
  const second = await launch(newLab, ['labseal://activate/early-1']).catch(() => null);
  await second?.close();
  const { page } = await opening;
  await expect(page.getByRole('textbox', { name: /link/i })).toHaveValue('early-1');
});

test('a page that crashed comes back', async ({ newLab, openDesktop }) => {
  const { app, page } = await openDesktop(newLab);
  await expect(title(page)).toBeVisible();
  const loaded = app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<boolean>((resolve) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        contents?.once('did-finish-load', () => resolve(true));
        contents?.forcefullyCrashRenderer();
      }),
  );
  expect(await loaded).toBe(true);
});

test('told to end by the system it closes everything and ends well', async ({
  newLab,
  openDesktop,
}) => {
  test.skip(process.platform === 'win32', 'Windows has no such signal');
  const { app, page } = await openDesktop(newLab);
  await expect(title(page)).toBeVisible();
  const program = app.process();
  const ended = once(program, 'exit');
  program.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
