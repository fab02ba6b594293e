/**
 * What the window stores between two runs, in one private file of the data folder: its position, the person's choices,
 * and a pause that the computer requested. No secrets. Each invalid part falls back to its default.
 */
import path from 'node:path';
import * as z from 'zod/mini';
import { DesktopPreferences } from '../../../src-shared/bridge/desktop-calls.ts';
import { NOTICE_KINDS } from '../../../src-shared/model/status/notices.ts';
import { realPrivateFiles, type PrivateFiles } from '../../platform/disk/private-files.ts';
import { WindowBounds } from './window-bounds.ts';

export interface WindowState {
  readonly preferences: DesktopPreferences;
  readonly place: WindowBounds | null;
  /** The person has seen the notice that closing the window ends nothing. */
  readonly isTold: boolean;
  /** Absolute folder in which the last dialog ended; null: none yet. */
  readonly lastFolder: string | null;
  /** When the pause began that the computer asked for; null: none. */
  readonly ownPauseSinceMs: number | null;
}

export type WindowStateFile = Awaited<ReturnType<typeof openWindowState>>;

const Folder = z.string().check(z.refine((text) => path.isAbsolute(text)));
const Moment = z.nullable(z.int().check(z.nonnegative()));

export function readWindowState(
  text: string,
  language: DesktopPreferences['language'],
): WindowState {
  let kept: Partial<Record<keyof WindowState, unknown>> = {};
  try {
    kept = Object(JSON.parse(text)) as typeof kept;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const usual: DesktopPreferences = {
    language,
    theme: 'system',
    notices: [...NOTICE_KINDS],
    restsOnBattery: false,
  };
  const place = z.safeParse(WindowBounds, kept.place);
  const preferences = z.safeParse(DesktopPreferences, { ...usual, ...Object(kept.preferences) });
  const lastFolder = z.safeParse(Folder, kept.lastFolder);
  const pause = z.safeParse(Moment, kept.ownPauseSinceMs);
  return {
    preferences: preferences.success ? preferences.data : usual,
    place: place.success ? place.data : null,
    isTold: kept.isTold === true,
    lastFolder: lastFolder.success ? lastFolder.data : null,
    ownPauseSinceMs: pause.success ? pause.data : null,
  };
}

export async function openWindowState(
  dataFolder: string,
  language: DesktopPreferences['language'],
  files: PrivateFiles = realPrivateFiles,
) {
  const file = path.join(dataFolder, 'window.json');
  const bytes = await files.read(file);
  let windowState = readWindowState(
    bytes === null ? '' : Buffer.from(bytes).toString('utf8'),
    language,
  );
  let writing: Promise<void> = Promise.resolve();
  return {
    read: () => windowState,
    /** At once for this run; on disk soon. A disk that cannot be written is done without. */
    change(changes: Partial<WindowState>) {
      windowState = { ...windowState, ...changes };
      const text = JSON.stringify(windowState);
      const write = () => files.write(file, `${text}\n`);
      writing = writing.then(write).catch(() => undefined); // a full disk is reported elsewhere
    },
    /** What was changed is on disk, or could not be written. */
    settled: () => writing,
  };
}
