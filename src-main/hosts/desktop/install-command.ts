/** Puts `labseal` where terminals find it, for programs that no installer did that for: an AppImage, and macOS. */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { DesktopWords, Question } from '../../../src-shared/model/words/en/desktop.ts';
import { shellWord } from '../../../src-shared/model/text/shell-word.ts';
import { errnoOf } from '../../platform/errno.ts';

export interface InstallCommandParts {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Absolute. */
  readonly home: string;
  /** Absolute folder beside the program's archive. */
  readonly resources: string;
  readonly words: () => DesktopWords;
  readonly ask: (question: Question) => Promise<number>;
}

const OURS = '# The command line of Labseal’s AppImage.';
/** A terminal may have no screen, and Chromium wants one before it runs anything. */
const WITHOUT_SCREEN = '--ozone-platform=headless --disable-gpu';
/** Terminals of macOS look there. */
const MAC_COMMAND = '/usr/local/bin/labseal';

/** Null where an installer does it, or nothing is installed. Rejects with the error of a disk that cannot be written. */
export function commandInstaller(parts: InstallCommandParts): (() => Promise<void>) | null {
  const { platform, resources, words, ask } = parts;
  const appImage = parts.env['APPIMAGE'];
  if (!parts.isPackaged) return null;
  if (platform === 'darwin') {
    return async () => void (await ask(words().commandByHand(macCommand(resources))));
  }
  if (platform !== 'linux' || appImage === undefined) return null;
  const file = path.join(parts.home, '.local', 'bin', 'labseal');
  return async () => {
    const isWritten = await writeOurs(file, launcherOf(appImage));
    await ask(isWritten ? words().commandInstalled : words().commandTaken(file));
  };
}

/** The folder belongs to administrators: a person does it, with the line to copy. */
function macCommand(resources: string): string {
  const script = shellWord(path.posix.join(resources, 'labseal'), 'darwin');
  return `sudo mkdir -p /usr/local/bin && sudo ln -sf ${script} ${MAC_COMMAND}`;
}

/** The file of an AppImage stays where it is; what is in it lies elsewhere each time. */
function launcherOf(appImage: string): string {
  const file = shellWord(appImage, 'linux');
  const start = `exec ${file} --labseal-command ${WITHOUT_SCREEN} -- "$@"`;
  return ['#!/bin/sh', OURS, start, ''].join('\n');
}

/** False: something else is there, and stays. */
async function writeOurs(file: string, text: string): Promise<boolean> {
  const found = await readOrNull(file);
  if (found !== null && !found.includes(OURS)) return false;
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(file, text, { mode: 0o755 });
  return true;
}

async function readOrNull(file: string): Promise<string | null> {
  try {
    return await fs.readFile(file, 'utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
}
