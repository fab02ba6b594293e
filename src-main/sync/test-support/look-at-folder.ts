/**
 * A program of its own, so that it can give up its rights: prints what it may see of the folder given. As root it becomes
 * the user given, once everything is loaded, because that user may not be allowed to read this program.
 */
import { makeFileFingerprint } from '../fingerprint-file.ts';
import { unpackEntries } from '../packed-entries.ts';
import { readDirectoryFacts, readPath } from '../read-directory.ts';

const [folder = '', userId = ''] = process.argv.slice(2);
const fingerprintFile = makeFileFingerprint();

function list(path: string): unknown {
  const facts = readDirectoryFacts(path);
  if (facts.kind !== 'read') return facts;
  return [...unpackEntries(facts.entries)]
    .map((entry) => `${entry.name} ${entry.kind}${'errno' in entry ? ` ${entry.errno}` : ''}`)
    .toSorted();
}

function fingerprint(path: string) {
  return fingerprintFile(path, null, { isCancelled: () => false, pause() {}, onRead() {} });
}

if (process.getuid?.() === 0) {
  process.setgroups?.([]);
  process.setgid?.(Number(userId));
  process.setuid?.(Number(userId));
}
console.log(
  JSON.stringify({
    root: list(folder),
    closed: list(`${folder}/closed`),
    listedOnly: list(`${folder}/listed-only`),
    belowClosed: readPath(`${folder}/closed/inner.raw`),
    openFile: fingerprint(`${folder}/open.raw`).kind,
    closedFile: fingerprint(`${folder}/closed.raw`),
  }),
);
