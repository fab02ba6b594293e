/** The desktop app as a person meets it, beside a service of its own. Runs where Electron's executable is. */
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { expect as expectSoon, test as labTest, type Lab } from '../../support/lab.ts';
import { fileURLToPath } from 'node:url';
import { findElectron, obstacleToWindow } from '../../../scripts/electron.mjs';

export const expect = expectSoon.configure({ timeout: 20_000 });

export interface Desktop {
  readonly app: ElectronApplication;
  readonly page: Page;
}

export type OpenDesktop = (lab: Lab, ...args: readonly string[]) => Promise<Desktop>;

export const test = labTest.extend<{ openDesktop: OpenDesktop; skipWithoutElectron: undefined }>({
  // In each file: a skip at the top of this one would count for the file that loads it first.
  skipWithoutElectron: [
    async ({}, use, testInfo) => {
      const reason = whyNoDesktop();
      testInfo.skip(reason !== null, reason ?? '');
      await use(undefined);
    },
    { auto: true },
  ],
  openDesktop: async ({}, use) => {
    const opened: ElectronApplication[] = [];
    await use(async (lab, ...args) => {
      const app = await launch(lab, args);
      opened.push(app);
      return { app, page: await app.firstWindow() };
    });
    for (const app of opened) await app.close();
  },
});

/** As the program's own icon would start it. */
export async function launch(lab: Lab, args: readonly string[] = []): Promise<ElectronApplication> {
  const { path, checkout } = electronExecutable();
  const { PATH, DISPLAY, WAYLAND_DISPLAY, XAUTHORITY, XDG_RUNTIME_DIR } = process.env;
  const environment = { PATH, DISPLAY, WAYLAND_DISPLAY, XAUTHORITY, XDG_RUNTIME_DIR };
  const env = {
    ...environment,
    HOME: lab.at('home'),
    LABSEAL_HOME: lab.at('labseal'),
    LABSEAL_SERVER: lab.mock.url,
    LABSEAL_TOKEN_STORE: 'file',
  };
  const said = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return _electron.launch({
    executablePath: path,
    args: [checkout, ...args],
    env: Object.fromEntries(said),
  });
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Whether Electron's executable can be run here; nothing is downloaded for it. The end of a sentence; null when the window
 * can be opened.
 */
function whyNoDesktop(): string | null {
  const { platform, env } = process;
  const reasons = [
    findElectron(root) === null
      ? "Electron's executable is not installed here (npm start gets it where it can be had)"
      : null,
    obstacleToWindow({ platform, uid: process.getuid?.(), env }),
  ].filter((reason) => reason !== null);
  return reasons.length === 0 ? null : reasons.join(', and ');
}

/** Throws where it is not there: ask `whyNoDesktop` first. */
function electronExecutable(): { readonly path: string; readonly checkout: string } {
  const path = findElectron(root);
  if (path === null) throw new Error("Electron's executable is not there");
  return { path, checkout: root };
}
