/** Fingerprints every file of a folder with the engine's own readers. Arguments: the folder, the number of readers. */
import fs from 'node:fs';
import path from 'node:path';
import { makeFingerprinter } from '../../src-main/sync/fingerprinter.ts';
import { serveSubject } from '../subject.ts';

const [root = '', workers = '1'] = process.argv.slice(2);
const fingerprinter = makeFingerprinter({ workers: Number(workers) });
const files = fs
  .readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath, entry.name));
const AT_ONCE = 32;

serveSubject(
  async () => {
    const waiting = files.values();
    const lanes = Array.from({ length: AT_ONCE }, async () => {
      for (const file of waiting) {
        const print = await fingerprinter.fingerprint(file, null, {}, new AbortController().signal);
        if (print.kind !== 'done') throw new Error(`${file}: ${print.kind}`);
      }
    });
    await Promise.all(lanes);
  },
  () => fingerprinter.close(),
);
