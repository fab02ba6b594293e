import fs from 'node:fs';
import path from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { expect, onTestFinished, test } from 'vitest';
import { startMockService } from '../../src-mock/mock-service.ts';
import { DESKTOP_CHANNELS } from '../../src-shared/bridge/desktop.ts';
import type { CallInput, CallName, CallOutput } from '../../src-shared/bridge/calls.ts';
import type { Result } from '../../src-shared/model/result.ts';
import { realClock } from '../core/real-ports.ts';
import { assignment, temporaryFolder } from '../test-support/temporary-state.ts';
import { runDesktop } from './run-desktop.ts';
import { playElectron } from './test-support/played-electron.ts';

const LONG_MS = 30_000;
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
  const played = playElectron({ buttons });
  const errors: unknown[] = [];
  await runDesktop({
    electron: played.electron,
    settings: {
      dataFolder: path.join(root, 'labseal'),
      server: service.url,
      tokenStore: 'file',
      network: { httpsProxy: null, noProxy: null, authoritiesFile: null },
    },
    clock: realClock,
    argv: [],
    platform: 'linux',
    programFolder: path.join(root, 'out', 'main'),
    loadUpdater: async () => {
      throw new Error('there are no updates here');
    },
    keepError: (_where, error) => `error-${errors.push(error)}`,
  });
  const hasEnded = () => played.asked.includes('quit');
  onTestFinished(async () => {
    played.power.emit('resume');
    if (!hasEnded()) played.app.quit();
    await expect.poll(hasEnded, { timeout: LONG_MS }).toBe(true);
    expect(errors).toEqual([]);
  });
  let number = 0;
  async function call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<CallOutput<Name>> {
    number += 1;
    const answer = (await played
      .page()
      .invoke(DESKTOP_CHANNELS.call, number, name, input)) as Result<CallOutput<Name>, object>;
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.fault)}`);
    return answer.value;
  }
  const leader = service.demoAccounts.find(({ role }) => role === 'principal investigator');
  const { email = '', password = '' } = leader ?? {};
  await call('session.signIn', { server: null, email, password });
  const { projects } = await call('projects.list', {});
  const free = assignment({ projectId: projects[0]?.id ?? '', checkPolicy: 'never' });

  /** As a person chooses it in the dialog and agrees to its price. */
  async function notarize(name: string, content: string): Promise<string> {
    const file = path.join(root, name);
    fs.writeFileSync(file, content);
    played.chosen.paths = [file];
    const paths = await call('desktop.choose', { what: 'files' });
    const [id = ''] = await call('files.pick', { paths, assignment: free });
    await expect
      .poll(async () => (await call('files.show', { asked: id })).state, { timeout: LONG_MS })
      .toBe('ready');
    await call('files.agree', { which: { fileIds: [id] }, credits: 1 });
    return id;
  }
  const stateOf = async (asked: string) => (await call('files.show', { asked })).state;
  return { ...played, root, service, call, notarize, stateOf, hasEnded };
}

function labels(menu: readonly MenuItemConstructorOptions[]): readonly string[] {
  return menu.flatMap(({ label, submenu }) => [
    label ?? '—',
    ...(Array.isArray(submenu) ? labels(submenu) : []),
  ]);
}

/** The first with this name, however deep. */
function entry(
  menu: readonly MenuItemConstructorOptions[],
  label: string,
): MenuItemConstructorOptions | undefined {
  const all = (entries: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    entries.flatMap((each) => [each, ...(Array.isArray(each.submenu) ? all(each.submenu) : [])]);
  return all(menu).find((each) => each.label === label);
}

test('a chosen file becomes a certificate: by its own path, shown by the tray, and can be dragged out', async () => {
  const desktop = await signedIn();
  const { call, notarize, stateOf, menus, windows, root } = desktop;
  const id = await notarize('run.csv', 'minutes,a\n0,1\n');
  await expect.poll(() => stateOf(id), { timeout: LONG_MS }).toBe('notarized');
  const { fileId, path: kept } = await call('files.show', { asked: id });
  expect(kept).toBe(path.join(root, 'run.csv'));
  expect(fs.existsSync(path.join(root, 'labseal', 'inbox'))).toBe(false);

  await call('certificates.get', { asked: fileId ?? '' });
  const bytes = await desktop.request(`app://labseal/api/certificate/pdf/${fileId}`);
  expect([bytes?.status, (await bytes?.text())?.slice(0, 5)]).toEqual([200, '%PDF-']);
  await call('desktop.dragOut', { form: 'pdf', asked: fileId ?? '' });
  const [dragged] = windows[0]?.webContents.dragged ?? [];
  expect(fs.existsSync(Object(dragged).file)).toBe(true);

  await expect
    .poll(() => labels(menus.tray), { timeout: LONG_MS })
    .toEqual(expect.arrayContaining([expect.stringMatching(/^\d+ credits/), 'Pause uploads']));

  const press = (label: string) => entry(menus.tray, label)?.click?.({} as never, undefined, {});
  const pause = async () => (await call('transfers.view', { first: 0, count: 1 })).pause;
  press('For 1 hour');
  expect(await pause()).toMatchObject({ mode: 'after-current', untilMs: expect.any(Number) });
  await expect
    .poll(() => labels(menus.tray), { timeout: LONG_MS })
    .toEqual(expect.arrayContaining(['Uploads are paused', 'Resume uploads']));
  press('Resume uploads');
  expect(await pause()).toBeNull();
}, 60_000);

test('while a file is sent: sleep breaks it off and waking goes on, and quitting asks', async () => {
  const desktop = await signedIn([CANCEL, FINISH, NOW]);
  const { call, notarize, stateOf, app, questions, power, windows, hasEnded } = desktop;
  await call('transfers.setLimit', { bytesPerSecond: 1_000 });
  const id = await notarize('long.raw', 'x'.repeat(200_000));
  const isSent = () => expect.poll(() => stateOf(id), { timeout: LONG_MS });
  await isSent().toBe('uploading');
  await expect.poll(() => windows[0]?.progress ?? 0, { timeout: LONG_MS }).toBeGreaterThan(0);

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
  await expect
    .poll(async () => (await call('transfers.view', { first: 0, count: 1 })).pause?.mode)
    .toBe('after-current');
  expect(await stateOf(id)).toBe('uploading');
  app.quit();
  await expect.poll(hasEnded, { timeout: LONG_MS }).toBe(true);
}, 60_000);
