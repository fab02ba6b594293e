import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startMockService } from '../../../src-mock/mock-service.ts';
import { assignment, temporaryFolder } from '../../test-support/temporary-state.ts';
import { labels, openDesktop, press } from './test-support/open-desktop.ts';

const [FINISH, NOW, CANCEL] = [0, 1, 2];

/** The desktop app beside the real bundled service, with the leader of the demo signed in. */
async function signedIn(buttons: number[] = []) {
  const root = temporaryFolder();
  const service = await startMockService({
    dataFolder: path.join(root, 'service'),
    seed: 'demo',
    readings: { chainDelayMs: 0 },
  });
  onTestFinished(() => service.close());
  const desktop = await openDesktop({ root, buttons, server: service.url });
  const { call, chosen } = desktop;
  const leader = service.demoAccounts.find(({ role }) => role === 'principal investigator');
  const { email = '', password = '' } = leader ?? {};
  await call('session.signIn', { server: null, email, password });
  const { projects } = await call('projects.list', {});
  const free = assignment({ projectId: projects[0]?.id ?? '', checkPolicy: 'never' });
  const stateOf = async (asked: string) => (await call('files.show', { asked })).state;

  /** As a person chooses it in the dialog and agrees to its price. */
  async function notarize(name: string, content: string): Promise<string> {
    const file = path.join(root, name);
    fs.writeFileSync(file, content);
    chosen.paths = [file];
    const paths = await call('desktop.choose', { what: 'files' });
    const [id = ''] = await call('files.pick', { paths, assignment: free });
    await expect.poll(() => stateOf(id)).toBe('ready');
    await call('files.agree', { which: { fileIds: [id] }, credits: 1 });
    return id;
  }
  const pause = async () => (await call('transfers.view', { first: 0, count: 1 })).pause;
  return { ...desktop, notarize, stateOf, pause };
}

test('a chosen file becomes a certificate: by its own path, shown by the tray, and can be dragged out', async () => {
  const desktop = await signedIn();
  const { call, notarize, stateOf, pause, menus, window, root } = desktop;
  const id = await notarize('run.csv', 'minutes,a\n0,1\n');
  await expect.poll(() => stateOf(id)).toBe('notarized');
  const { fileId, path: kept } = await call('files.show', { asked: id });
  expect(kept).toBe(path.join(root, 'run.csv'));
  expect(fs.existsSync(path.join(root, 'labseal', 'inbox'))).toBe(false);

  await call('certificates.get', { asked: fileId ?? '' });
  const bytes = await desktop.request(`app://labseal/api/certificate/pdf/${fileId}`);
  expect([bytes?.status, (await bytes?.text())?.slice(0, 5)]).toEqual([200, '%PDF-']);
  await call('desktop.dragOut', { form: 'pdf', asked: fileId ?? '' });
  const [dragged] = window?.webContents.dragged ?? [];
  expect(fs.existsSync(Object(dragged).file)).toBe(true);

  const tray = () => expect.poll(() => labels(menus.tray).join());
  await tray().toMatch(/\d+ credits.*,Pause uploads/);
  press(menus.tray, 'For 1 hour');
  expect(await pause()).toMatchObject({ mode: 'after-current', untilMs: expect.any(Number) });
  await tray().toMatch(/Uploads are paused.*,Resume uploads/);
  press(menus.tray, 'Resume uploads');
  expect(await pause()).toBeNull();
}, 60_000);

test('while a file is sent: sleep breaks it off and waking goes on, and quitting asks', async () => {
  const desktop = await signedIn([CANCEL, FINISH, NOW]);
  const { call, notarize, stateOf, pause, app, questions, power, window, hasEnded } = desktop;
  await call('transfers.setLimit', { bytesPerSecond: 1_000 });
  const id = await notarize('long.raw', 'x'.repeat(200_000));
  const isSent = () => expect.poll(() => stateOf(id));
  await isSent().toBe('uploading');
  await expect.poll(() => window?.progress ?? 0).toBeGreaterThan(0);

  power.emit('suspend');
  await isSent().not.toBe('uploading');
  power.emit('resume');
  await isSent().toBe('uploading');

  app.quit();
  await expect.poll(() => questions.length).toBe(1);
  expect(questions[0]?.message).toBe('1 upload is running.');
  expect(questions[0]?.detail).toMatch(/^If you quit now, 1 (will continue|starts again)/);
  expect(hasEnded()).toBe(false);
  app.quit();
  await expect.poll(() => questions.length).toBe(2);
  await expect.poll(async () => (await pause())?.mode).toBe('after-current');
  expect(await stateOf(id)).toBe('uploading');
  app.quit();
  await expect.poll(hasEnded).toBe(true);
}, 60_000);
