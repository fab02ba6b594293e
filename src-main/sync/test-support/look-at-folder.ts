/**
 * A program of its own, so that it can give up its rights: prints what it may see of the folder given. As root it becomes
 * the user given, once everything is loaded, because that user may not be allowed to read this program.
 */
import { makeFingerprinter } from '../fingerprinter.ts';
import { makeWorkerFileTree } from '../worker-file-tree.ts';

const [folder = '', userId = ''] = process.argv.slice(2);
const { signal } = new AbortController();
const tree = makeWorkerFileTree({ workers: 1 });
const fingerprinter = makeFingerprinter({ workers: 1 });

async function list(path: string): Promise<unknown> {
  const reading = await tree.readDirectory(path, signal);
  if (reading.kind !== 'read') return reading;
  return [...reading.entries]
    .map((entry) => `${entry.name} ${entry.kind}${'errno' in entry ? ` ${entry.errno}` : ''}`)
    .toSorted();
}

/** All threads have to be there: they load their programs when they are first needed. */
async function becomeUser(id: number): Promise<void> {
  await list(folder);
  await fingerprinter.fingerprint(`${folder}/open.raw`, null, {}, signal);
  process.setgroups?.([]);
  process.setgid?.(id);
  process.setuid?.(id);
}

if (process.getuid?.() === 0) await becomeUser(Number(userId));
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
