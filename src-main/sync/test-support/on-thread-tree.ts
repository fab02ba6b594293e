/** The real file tree without its threads: for tests in which no disk hangs. */
import type { FileTree } from '../file-tree.ts';
import { unpackEntries } from '../packed-entries.ts';
import { readDirectoryFacts, readPath } from '../read-directory.ts';

export const onThreadTree: FileTree = {
  async readDirectory(path, signal) {
    signal.throwIfAborted();
    const facts = readDirectoryFacts(path);
    return facts.kind === 'read' ? { ...facts, entries: unpackEntries(facts.entries) } : facts;
  },
  async identify(path, signal) {
    signal.throwIfAborted();
    return readPath(path);
  },
};
