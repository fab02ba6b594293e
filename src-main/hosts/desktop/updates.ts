/**
 * Updates: checked once a day, downloaded while nothing is sent, installed when a person agrees. The updater checks the
 * signature.
 */
import type { DesktopWords, Question } from '../../../src-shared/model/words/en/desktop.ts';
import { DAY_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';

/** What is needed of electron-updater. */
export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  allowPrerelease: boolean;
  logger: unknown;
  on(event: 'update-available' | 'update-downloaded', hear: (info: Offered) => void): unknown;
  on(event: 'error', hear: (error: Error) => void): unknown;
  checkForUpdates(): Promise<unknown>;
  downloadUpdate(): Promise<unknown>;
  quitAndInstall(isSilent: boolean, isStartedAgain: boolean): void;
}
interface Offered {
  readonly version: string;
}

export interface UpdateParts {
  readonly facts: UpdateFacts;
  readonly load: () => Promise<Updater>;
  readonly clock: Clock;
  readonly isSending: () => boolean;
  readonly onReady: () => void;
  readonly keepError: (where: string, error: unknown) => string;
}

export type Updates = ReturnType<typeof startUpdates>;

export function startUpdates(parts: UpdateParts) {
  const { facts, clock } = parts;
  const closing = new AbortController();
  let updater: Updater | null = null;
  let ready: string | null = null;
  const keep = (error: unknown) => void parts.keepError('update', error);

  async function follow(): Promise<void> {
    const loaded = await parts.load();
    updater = loaded;
    loaded.autoDownload = false;
    loaded.autoInstallOnAppQuit = false;
    loaded.allowDowngrade = false;
    loaded.allowPrerelease = false;
    loaded.logger = null; // its own would write addresses
    loaded.on('error', keep);
    loaded.on('update-available', ({ version }) => {
      if (isLater(version, facts.version) && !parts.isSending())
        loaded.downloadUpdate().catch(keep);
    });
    loaded.on('update-downloaded', ({ version }) => {
      if (!isLater(version, facts.version)) return;
      ready = version;
      parts.onReady();
    });
    for (;;) {
      await loaded.checkForUpdates().catch(keep);
      await clock.sleep(DAY_MS, closing.signal);
    }
  }

  if (mayUpdate(facts)) {
    follow().catch((error: unknown) => {
      if (!closing.signal.aborted) keep(error);
    });
  }
  return {
    /** That can be installed now; null while there is none. */
    ready: () => ready,
    /** Ends this program. Only when nothing is being sent, and when a person agreed. */
    install() {
      if (ready !== null && !parts.isSending()) updater?.quitAndInstall(false, true);
    },
    close: () => closing.abort(),
  };
}

export interface OfferUpdateParts {
  readonly updates: Pick<Updates, 'ready' | 'install'>;
  readonly running: () => { readonly all: number };
  readonly words: () => DesktopWords;
  readonly ask: (question: Question) => Promise<number>;
  /** Closes everything, then does what it is given. */
  readonly endFor: (leave: () => void) => Promise<void>;
}

/** Asks the person, and may end this program. Nothing while no version is ready. */
export async function offerUpdate(parts: OfferUpdateParts): Promise<void> {
  const { updates, ask, words } = parts;
  const version = updates.ready();
  const { all } = parts.running();
  if (version === null) return;
  if (all > 0) await ask(words().updateWithUploads({ all }));
  else if ((await ask(words().updateReady(version))) === 0)
    await parts.endFor(() => updates.install());
}

/** When another version may replace this one. Pure; the updater checks the signature before that. */
interface UpdateFacts {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  /** Of this program. */
  readonly version: string;
}

/** Linux packages belong to their package manager; a program run from its sources is never replaced. */
export function mayUpdate({ isPackaged, platform }: Omit<UpdateFacts, 'version'>): boolean {
  return isPackaged && (platform === 'win32' || platform === 'darwin');
}

const VERSION = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/;

/** Only a later, finished version: never the same, an older one, or one that is still being tried. */
export function isLater(offered: string, version: string): boolean {
  const [a, b] = [VERSION.exec(offered), VERSION.exec(version)];
  if (a === null || b === null) return false;
  for (const at of [1, 2, 3]) {
    const difference = Number(a[at]) - Number(b[at]);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
