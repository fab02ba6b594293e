/**
 * Shows the page in the user's browser. Every process of this computer can read a command line, so the key is in a
 * private file that redirects to the page. The key is valid once, and the file is removed again.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { writePrivately } from '../../platform/disk/private-files.ts';

/** What opens a file with the program it belongs to. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
const ELSEWHERE: readonly string[] = ['xdg-open'];

/** False where nobody would see a page that is opened here, as over ssh. */
export function hasScreen(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  const isLocal = OPENERS[platform] !== undefined;
  return isLocal || Boolean(env['DISPLAY']) || Boolean(env['WAYLAND_DISPLAY']);
}

/** `address` with a key that is good once. Never rejects for want of a browser. */
export async function openBrowser(
  address: string,
  dataFolder: string,
  opener: readonly string[] = OPENERS[process.platform] ?? ELSEWHERE,
) {
  const file = path.join(dataFolder, `open-${randomBytes(8).toString('hex')}.html`);
  await writePrivately(file, pageThatLeadsTo(address));
  return {
    /** False when there is no program that opens pages. */
    isOpened: await start([...opener, file]),
    /** Takes the file away. */
    close: () => fs.rm(file, { force: true }),
  };
}

/** `address` is ours: an origin and a key in base64url, so nothing in it needs escaping. */
function pageThatLeadsTo(address: string): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Labseal</title>',
    '<meta name="referrer" content="no-referrer">',
    `<meta http-equiv="refresh" content="0; url=${address}"></head>`,
    `<body><a href="${address}">Labseal</a></body></html>\n`,
  ].join('\n');
}

function start([program = '', ...args]: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false)); // there is no such program
    child.once('spawn', () => {
      child.unref(); // the browser outlives us
      resolve(true);
    });
  });
}
