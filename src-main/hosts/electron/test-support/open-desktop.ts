/** The desktop app over a fake Electron: opened as its entry opens it, and closed with its test. */
import { EventEmitter } from 'node:events';
import path from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { expect, onTestFinished } from 'vitest';
import type {
  CallAnswer,
  CallInput,
  CallName,
  CallOutput,
} from '../../../../src-shared/bridge/calls.ts';
import { DESKTOP_CHANNELS } from '../../../../src-shared/bridge/desktop.ts';
import type { BridgeEvent } from '../../../../src-shared/bridge/events.ts';
import { realClock } from '../../../platform/real-ports.ts';
import { settingsAt } from '../../web/test-support/core-at.ts';
import { temporaryFolder } from '../../../test-support/temporary-state.ts';
import { listenForLinks } from '../../desktop/deep-links.ts';
import { runDesktop } from '../run-desktop.ts';
import { playElectron } from './fake-electron.ts';

type Menu = readonly MenuItemConstructorOptions[];

interface DesktopOptions {
  readonly platform?: NodeJS.Platform;
  readonly argv?: readonly string[];
  /** What the person answers to questions, one after the other. */
  readonly buttons?: number[];
  readonly root?: string;
  readonly server?: string;
  /** Mistakes that the test makes happen. */
  readonly expected?: RegExp;
  /** Happens before the core is open. */
  readonly meanwhile?: (fake: ReturnType<typeof playElectron>) => void;
}

export async function openDesktop({
  platform = 'linux',
  argv = [],
  buttons = [],
  root = temporaryFolder(),
  server = 'http://127.0.0.1:9',
  expected = /^$/,
  meanwhile,
}: DesktopOptions = {}) {
  const fake = playElectron({ buttons, platform });
  const signals = new EventEmitter();
  const links = listenForLinks(fake.app, argv);
  meanwhile?.(fake);
  const settings = settingsAt(root, server);
  const errors: unknown[] = [];
  await runDesktop({
    electron: fake.electron,
    settings,
    clock: realClock,
    argv,
    links,
    process: signals as never,
    platform,
    programFolder: path.join(root, 'out', 'main'),
    loadUpdater: async () => {
      throw new Error('there are no updates here');
    },
    keepError: (_where, error) => `error-${errors.push(error)}`,
  });
  const hasEnded = () => fake.asked.some((line) => /^(quit|exit)/.test(line));
  onTestFinished(async () => {
    fake.power.emit('resume');
    if (!hasEnded()) fake.app.quit();
    await expect.poll(hasEnded).toBe(true);
    expect(errors.filter((error) => !expected.test(String(error)))).toEqual([]);
  });

  const [window] = fake.windows;
  const sent = () => window?.webContents.sent ?? [];
  let number = 0;
  const ask = async <Name extends CallName>(name: Name, input: CallInput<Name>) => {
    number += 1;
    const answer = await fake.page().invoke(DESKTOP_CHANNELS.call, number, name, input);
    return answer as CallAnswer<Name>;
  };
  /** What a call yields that has to succeed. */
  const call = async <Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<CallOutput<Name>> => {
    const answer = await ask(name, input);
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.fault)}`);
    return answer.value;
  };
  /** What the page received beside snapshots. */
  const events = () =>
    sent().flatMap((message) => {
      const { event } = Object(message) as { event?: BridgeEvent };
      return event === undefined ? [] : [event];
    });
  const greet = async () => {
    const before = sent().length;
    fake.page().send(DESKTOP_CHANNELS.greet);
    await expect.poll(() => sent().length).toBeGreaterThan(before);
  };
  return { ...fake, signals, errors, window, root, settings, hasEnded, ask, call, events, greet };
}

const everyEntry = (menu: Menu): Menu =>
  menu.flatMap((each) => [each, ...(Array.isArray(each.submenu) ? everyEntry(each.submenu) : [])]);

/** All that is written in a menu, however deep. */
export const labels = (menu: Menu) => everyEntry(menu).map(({ label }) => label ?? '—');

/** A person chooses the first entry of this name. */
export function press(menu: Menu, label: string): void {
  const found = everyEntry(menu).find((each) => each.label === label);
  expect(found, `${label} in ${labels(menu).join()}`).toBeDefined();
  found?.click?.({} as never, undefined, {});
}
