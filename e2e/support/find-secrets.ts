/** Looks for what must be nowhere: in files, in what was said, in what a browser keeps. */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';

/** Where a secret was found; nothing of it is repeated. */
export function placesOf(
  secrets: readonly (string | RegExp)[],
  texts: Readonly<Record<string, string>>,
): readonly string[] {
  const isIn = (text: string) =>
    secrets.some((secret) =>
      typeof secret === 'string' ? text.includes(secret) : secret.test(text),
    );
  return Object.entries(texts)
    .filter(([, text]) => isIn(text))
    .map(([place]) => place);
}

/** Every file below, byte for byte, by its path. A file that goes meanwhile has none. */
export async function textsOfFiles(folder: string): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const entry of await fs.readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await fs.readFile(file).catch(() => Buffer.alloc(0));
    texts[path.relative(folder, file)] = bytes.toString('latin1');
  }
  return texts;
}

/** What every user of this computer may read about a process: how it was started. Linux tells; elsewhere there is none. */
export async function commandLines(pid: number): Promise<Record<string, string>> {
  const children = await fs.readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const pids = [pid, ...children.split(' ').filter(Boolean).map(Number)];
  const lines = pids.map(async (one) => {
    const line = await fs.readFile(`/proc/${one}/cmdline`, 'latin1').catch(() => '');
    return [`command line of ${one === pid ? 'the program' : 'a child'}`, line] as const;
  });
  return Object.fromEntries(await Promise.all(lines));
}

/** All that a page shows and keeps. */
export async function textsOfPage(page: Page): Promise<Record<string, string>> {
  const kept = await page.evaluate(async () => ({
    'address bar': location.href,
    'name of the window': window.name,
    localStorage: JSON.stringify(localStorage),
    sessionStorage: JSON.stringify(sessionStorage),
    databases: JSON.stringify(await indexedDB.databases()),
    caches: JSON.stringify(await caches.keys()),
    history: JSON.stringify(history.state),
  }));
  const cookies = await page.context().cookies();
  return { ...kept, document: await page.content(), cookies: JSON.stringify(cookies) };
}
