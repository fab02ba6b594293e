/** Where the page of a `labseal serve` is whose output is no terminal: it names the file that holds the address. */
import fs from 'node:fs/promises';
import type { Running } from './program.ts';

const KEPT_IN = /^The key of the page .* is in (.+), which only you can read\.$/m;
const ADDRESS = /^(http:\/\/127\.0\.0\.1:\d+)\/#([\w-]{32})$/;

export interface PageAddress {
  /** With the key. */
  readonly address: string;
  readonly origin: string;
  readonly key: string;
}

/** Null as long as it has not been said. A key opens once, so each page needs an address of its own. */
export async function pageAddressIn(spoken: string): Promise<PageAddress | null> {
  const [, file] = KEPT_IN.exec(spoken) ?? [];
  if (file === undefined) return null;
  const { address } = JSON.parse(await fs.readFile(file, 'utf8')) as { readonly address: string };
  const [, origin, key] = ADDRESS.exec(address) ?? [];
  if (origin === undefined || key === undefined) throw new Error(`${file} holds no address`);
  return { address, origin, key };
}

/** Waits until the program has said it. */
export async function addressOf(running: Pick<Running, 'said' | 'spoken'>): Promise<PageAddress> {
  await running.said('which only you can read.');
  const found = await pageAddressIn(running.spoken());
  if (found === null) throw new Error(`no address of a page in: ${running.spoken()}`);
  return found;
}
