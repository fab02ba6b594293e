/** A program of its own, so that it can run as a user without rights: prints what it may see of the folder given. */
import { makeFingerprinter } from '../fingerprinter.ts';
import { makeWorkerFileTree } from '../worker-file-tree.ts';

const folder = process.argv[2] ?? '';
const { signal } = new AbortController();
const tree = makeWorkerFileTree({ workers: 1 });
const fingerprinter = makeFingerprinter({ workers: 1 });

async function list(path: string): Promise<unknown> {
  const reading = await tree.readDirectory(path, signal);
  if (reading.kind !== 'read') return reading;
  return reading.entries
    .map((entry) => `${entry.name} ${entry.kind}${'errno' in entry ? ` ${entry.errno}` : ''}`)
    .toSorted();
}

const open = await fingerprinter.fingerprint(`${folder}/open.raw`, null, {}, signal);
console.log(
  JSON.stringify({
    root: await list(folder),
    closed: await list(`${folder}/closed`),
    listedOnly: await list(`${folder}/listed-only`),
    belowClosed: await tree.identify(`${folder}/closed/inner.raw`, signal),
    openFile: open.kind,
    closedFile: await fingerprinter.fingerprint(`${folder}/closed.raw`, null, {}, signal),
  }),
);
await Promise.all([tree.close(), fingerprinter.close()]);
