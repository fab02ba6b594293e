/** Entry of the desktop app: what has to be said before Electron is ready, and the one instance. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as electron from 'electron';
import { DESKTOP_SCHEME } from '../../../src-shared/bridge/desktop.ts';
import { makeErrorLog } from '../../platform/error-log.ts';
import { realClock, realIds } from '../../platform/real-ports.ts';
import { weakeningSwitch } from '../desktop/unsafe-switches.ts';
import { readSettings } from '../cli/process-environment.ts';
import { runDesktop } from './run-desktop.ts';

// Nothing may relax TLS, whatever the shell says.
delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];

const { app, protocol } = electron;
const settings = readOrExplain();
const keepError = makeErrorLog(settings.dataFolder, { clock: realClock, ids: realIds });

// Beside our data, so that one data folder has one window, and what the page keeps is as private as the rest.
const windowFolder = path.join(settings.dataFolder, 'window');
mkdirSync(settings.dataFolder, { recursive: true, mode: 0o700 });
mkdirSync(windowFolder, { recursive: true, mode: 0o700 });
app.setPath('userData', windowFolder);
app.setName('Labseal');
app.setAppUserModelId('org.labseal.desktop'); // or Windows shows no notices
app.enableSandbox();
protocol.registerSchemesAsPrivileged([
  {
    scheme: DESKTOP_SCHEME,
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
  },
]);

/** Invalid settings are reported before there is any window. */
function readOrExplain(): ReturnType<typeof readSettings> {
  try {
    return readSettings(process.env);
  } catch (error) {
    electron.dialog.showErrorBox('Labseal', error instanceof Error ? error.message : '');
    app.exit(1);
    throw error;
  }
}

function fail(where: string, error: unknown): void {
  const logId = keepError(where, error);
  electron.dialog.showErrorBox(
    'Labseal',
    `Labseal made a mistake and stopped. Nothing is lost; please report it (${logId}).`,
  );
  app.exit(1);
}

// The AppImage launcher adds this switch by itself where the system prevents the sandbox.
const weakened = app.isPackaged ? weakeningSwitch(process.argv.slice(1)) : null;

if (weakened !== null) {
  electron.dialog.showErrorBox(
    'Labseal',
    `Labseal does not start with ${weakened}, which takes a protection away. Install the .deb package, or run "labseal serve --open".`,
  );
  app.exit(1);
} else if (app.requestSingleInstanceLock()) {
  process.on('uncaughtException', (error) => fail('main', error));
  if (app.isPackaged) app.setAsDefaultProtocolClient('labseal');
  app
    .whenReady()
    .then(() =>
      runDesktop({
        electron,
        settings,
        clock: realClock,
        argv: process.argv.slice(1),
        platform: process.platform,
        programFolder: path.dirname(fileURLToPath(import.meta.url)),
        loadUpdater: async () => (await import('electron-updater')).default.autoUpdater,
        keepError,
      }),
    )
    .catch((error: unknown) => fail('start', error));
} else {
  app.quit(); // the first instance shows itself
}
