/** Entry of the desktop app: what has to be said before Electron is ready, and the one instance. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import * as electron from 'electron';
import { DESKTOP_SCHEME } from '../../../src-shared/bridge/desktop.ts';
import { shellWord } from '../../../src-shared/model/text/shell-word.ts';
import type { CoreSettings } from '../../app/settings.ts';
import { makeErrorLog } from '../../platform/error-log.ts';
import { startHelpersWith } from '../../platform/helper-process.ts';
import { realClock, realIds } from '../../platform/real-ports.ts';
import { listenForLinks } from '../desktop/deep-links.ts';
import { commandWords, runCommand } from './run-command.ts';
import { weakeningSwitch } from '../desktop/unsafe-switches.ts';
import { readSettings } from '../cli/process-environment.ts';
import { refuse, runDesktop } from './run-desktop.ts';
import { startUtilityProcess } from './utility-process.ts';

// Electron is ready only after this module: nothing here may wait for it.
const { app, protocol } = electron;

// Nothing may relax TLS, whatever the shell says.
for (const name of ['NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_DEBUG', 'NODE_DEBUG_NATIVE']) {
  delete process.env[name];
}

startHelpersWith(startUtilityProcess(electron));
const argv = process.argv.slice(1);
const command = commandWords(argv);
if (command === null) openWindow();
else void runCommand(electron, command);

function openWindow(): void {
  let settings: CoreSettings;
  try {
    settings = readSettings(process.env);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    void refuse(electron, (words) => words.cannotStart(reason));
    return;
  }
  const keepError = makeErrorLog(settings.dataFolder, { clock: realClock, ids: realIds });
  const fail = (where: string) => (error: unknown) => {
    const logId = keepError(where, error);
    void refuse(electron, (words) => words.mistake(logId));
  };
  // Beside our data, so that one data folder has one window, and what the page keeps is as private as the rest.
  const windowFolder = path.join(settings.dataFolder, 'window');
  mkdirSync(settings.dataFolder, { recursive: true, mode: 0o700 });
  mkdirSync(windowFolder, { recursive: true, mode: 0o700 });
  app.setPath('userData', windowFolder);
  app.setName('Labseal');
  app.setAppUserModelId('org.labseal.desktop'); // or Windows shows no notices
  app.enableSandbox();
  const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true };
  protocol.registerSchemesAsPrivileged([{ scheme: DESKTOP_SCHEME, privileges }]);
  // macOS tells the link that started the program before Electron is ready, and only once.
  const links = listenForLinks(app, argv);
  if (!app.requestSingleInstanceLock()) {
    app.quit(); // the first instance shows itself
    return;
  }
  process.on('uncaughtException', fail('main'));
  process.on('unhandledRejection', (error) => void keepError('main', error));
  // The AppImage launcher adds such a switch by itself where the system prevents the sandbox.
  const name = app.isPackaged ? weakeningSwitch(argv) : null;
  if (name !== null) {
    const { APPIMAGE: file } = process.env;
    const appImage = file === undefined ? null : shellWord(file, process.platform);
    void refuse(electron, (words) => words.weakened({ name, appImage }));
    return;
  }
  if (app.isPackaged) app.setAsDefaultProtocolClient('labseal');
  const start = {
    electron,
    settings,
    clock: realClock,
    argv,
    links,
    process,
    platform: process.platform,
    programFolder: import.meta.dirname,
    loadUpdater: async () => (await import('electron-updater')).default.autoUpdater,
    keepError,
  };
  app
    .whenReady()
    .then(() => runDesktop(start))
    .catch(fail('start'));
}
