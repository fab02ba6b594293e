/** A program of its own that opens files until the system refuses, and prints the code with which a directory is refused then. */
import { closeSync, openSync } from 'node:fs';
import { makeWorkerFileTree } from '../worker-file-tree.ts';

const [directory = '.'] = process.argv.slice(2);
const { signal } = new AbortController();
const tree = makeWorkerFileTree({ workers: 1 });
await tree.readDirectory(directory, signal); // its thread runs now, and needs no more files for itself
const handles: number[] = [];
try {
  for (;;) handles.push(openSync(directory, 'r'));
} catch {
  // There is no room left, which is what was wanted.
}
const code = await tree.readDirectory(directory, signal).then(
  ({ kind }) => kind,
  (error: NodeJS.ErrnoException) => error.code,
);
for (const handle of handles) closeSync(handle);
const { kind: after } = await tree.readDirectory(directory, signal);
await tree.close();
process.stdout.write(JSON.stringify({ code, after }));
