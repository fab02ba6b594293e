/**
 * A bag in the making: a temporary folder beside the target, renamed only when it is complete. If anything fails
 * earlier, it is removed. Nothing is ever written outside this folder.
 */
import { hash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import {
  BAG_ALGORITHMS,
  BAG_DECLARATION,
  BAG_INFO_FILE,
  bagInfoText,
  BAGIT_FILE,
  manifestName,
  manifestText,
  PAYLOAD_FOLDER,
  tagManifestName,
  type BagAlgorithm,
} from '../../../../src-shared/evidence/bag-format.ts';
import type { Part } from './bundle-facts.ts';
import { VERIFY_PAGE_FILE } from './verify-page.ts';
import { renameWhenFree } from '../../../platform/disk/private-files.ts';

type BagDigests = Readonly<Record<BagAlgorithm, string>>;

interface Entry {
  /** Relative to the bag. */
  readonly path: string;
  readonly digests: BagDigests;
}

export type BagFolder = Awaited<ReturnType<typeof openBagFolder>>;

export interface BagFinish {
  /** Further lines of bag-info.txt; sizes are added. */
  readonly info: readonly (readonly [label: string, value: string])[];
  readonly readme: string;
  readonly verifyPage: Uint8Array;
}

const OWNER_FOLDER = 0o700; // it may hold private files until a person shares it
const OWNER_FILE = 0o600;
const MOST_TRIES = 10;
const README_FILE = 'README.txt';

/** `target`: absolute; must not exist. `mark`: makes the name of the temporary folder unique. */
export async function openBagFolder(target: string, mark: string) {
  const folder = path.join(path.dirname(target), `${shortName(target)}.unfinished-${mark}`);
  await fs.mkdir(folder, { mode: OWNER_FOLDER });
  const payload: Entry[] = [];
  const tags: Entry[] = [];
  const made = new Set<string>();
  let payloadBytes = 0;
  let isFinished = false;

  async function pathFor(relative: string): Promise<string> {
    const absolute = path.join(folder, ...relative.split('/'));
    const parent = path.dirname(absolute);
    if (!made.has(parent)) await fs.mkdir(parent, { recursive: true, mode: OWNER_FOLDER });
    made.add(parent);
    return absolute;
  }

  async function writeNew(relative: string, content: string | Uint8Array): Promise<Entry> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    await fs.writeFile(await pathFor(relative), bytes, { flag: 'wx', mode: OWNER_FILE });
    return { path: relative, digests: digestsOf(bytes) };
  }

  /** Adds a file that was already written there. */
  function adopt(payloadPath: string, sizeBytes: number, digests: BagDigests): Part {
    payload.push({ path: `${PAYLOAD_FOLDER}/${payloadPath}`, digests });
    payloadBytes += sizeBytes;
    return { path: payloadPath, sizeBytes, sha256: digests.sha256 };
  }

  async function writeLists(
    entries: readonly Entry[],
    nameOf: (algorithm: string) => string,
  ): Promise<void> {
    const written: Entry[] = [];
    for (const algorithm of BAG_ALGORITHMS) {
      const files = entries.map((entry) => ({
        path: entry.path,
        digest: entry.digests[algorithm],
      }));
      written.push(await writeNew(nameOf(algorithm), manifestText(files)));
    }
    tags.push(...written);
  }

  return {
    /** The path for a file of the payload; its parent folders exist. */
    pathFor: (payloadPath: string) => pathFor(`${PAYLOAD_FOLDER}/${payloadPath}`),
    adopt,
    /** Removes a file that was written there and is not wanted after all. */
    drop: async (payloadPath: string) =>
      fs.rm(await pathFor(`${PAYLOAD_FOLDER}/${payloadPath}`), { force: true }),

    /** Writes a file of the payload. */
    async write(payloadPath: string, content: string | Uint8Array) {
      const { digests } = await writeNew(`${PAYLOAD_FOLDER}/${payloadPath}`, content);
      return adopt(payloadPath, Buffer.byteLength(content), digests);
    },

    /** Completes the bag and gives it its name. Rejects with the system's error if that is taken by then. */
    async finish({ info, readme, verifyPage }: BagFinish): Promise<{ readonly sizeBytes: number }> {
      const sizes: (readonly [string, string])[] = [
        ['Bag-Size', roundSize(payloadBytes)],
        ['Payload-Oxum', `${payloadBytes}.${payload.length}`],
      ];
      tags.push(await writeNew(BAG_INFO_FILE, bagInfoText([...info, ...sizes])));
      tags.push(await writeNew(README_FILE, readme));
      tags.push(await writeNew(VERIFY_PAGE_FILE, verifyPage));
      tags.push(await writeNew(BAGIT_FILE, BAG_DECLARATION));
      await writeLists(payload, manifestName);
      await writeLists(tags, tagManifestName);
      await renameWhenFree(folder, target);
      isFinished = true;
      return { sizeBytes: payloadBytes };
    },

    /** Removes everything. Calling it after `finish` does nothing. */
    async discard() {
      if (isFinished) return;
      // A thread that was given up may still be writing its last block.
      await fs.rm(folder, { recursive: true, force: true, maxRetries: MOST_TRIES });
    },
  };
}

/** Leaves room for the mark at the end. */
function shortName(target: string): string {
  const name = path.basename(target);
  return Buffer.byteLength(name) <= 200 ? name : Array.from(name).slice(0, 50).join('');
}

function digestsOf(bytes: Uint8Array): BagDigests {
  return { sha512: hash('sha512', bytes), sha256: hash('sha256', bytes) };
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Human-readable: RFC 8493 wants it approximate. */
function roundSize(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const size = power === 0 ? String(bytes) : (bytes / 1_000 ** power).toFixed(1);
  return `${size} ${UNITS[power] ?? ''}`;
}
