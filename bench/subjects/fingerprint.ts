/** Fingerprints every file of a folder with the engine's own readers, in the batches of its lane. Arguments: the folder, the number of readers. */
import fs from 'node:fs';
import path from 'node:path';
import { inReadingBatches } from '../../src-main/pipeline/common/fingerprint.ts';
import { makeFingerprinter } from '../../src-main/pipeline/fingerprint/fingerprinter.ts';
import { identityOf } from '../../src-main/platform/disk/file-identity.ts';
import { placeIn } from '../../src-main/platform/place.ts';
import { serveSubject } from '../subject.ts';

const [root = '', workers = '1'] = process.argv.slice(2);
const fingerprinter = makeFingerprinter({ workers: Number(workers) });
const files = fs
  .readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath, entry.name))
  .map((file) => {
    const expected = identityOf(fs.statSync(file, { bigint: true })); // as the scan has seen it
    const place = placeIn(root, path.relative(root, file)); // as in a watched folder
    return { path: place, expected, sizeBytes: expected.sizeBytes };
  });
const AT_ONCE = 8; // as the lane does

serveSubject(
  async () => {
    const waiting = inReadingBatches(files).values();
    const lanes = Array.from({ length: AT_ONCE }, async () => {
      for (const batch of waiting) {
        const prints = await fingerprinter.fingerprintAll(batch, {}, new AbortController().signal);
        for (const { kind } of prints) if (kind !== 'done') throw new Error(`a file was ${kind}`);
      }
    });
    await Promise.all(lanes);
  },
  () => fingerprinter.close(),
);
