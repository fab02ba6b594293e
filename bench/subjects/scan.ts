/**
 * Lists a folder with the engine's own walk. Arguments: the folder, the number of files that lie in it; and a number of
 * threads, to fingerprint its small files in the same visit, as a first scan does.
 */
import { makeIgnoreRules } from '../../src-main/pipeline/scan/ignore-rules.ts';
import { makeReadingPatience } from '../../src-main/pipeline/scan/scan-folder.ts';
import { walk } from '../../src-main/pipeline/scan/walk.ts';
import { makeWorkerFileTree } from '../../src-main/pipeline/scan/worker-file-tree.ts';
import { realClock } from '../../src-main/platform/real-ports.ts';
import { serveSubject } from '../subject.ts';

const [root = '', expected = '', workers] = process.argv.slice(2);
const tree = makeWorkerFileTree(workers === undefined ? {} : { workers: Number(workers) });
const rules = makeIgnoreRules([]);
if (!rules.ok) throw new Error('the built-in rules cannot be read');
const starts = [{ relativePath: '', rules: rules.value }];
const options = { tree, starts, clock: realClock };

/** What is asked of each directory beside its names. */
function fingerprintsToo() {
  const patience = makeReadingPatience();
  return () => ({
    settled: null,
    fingerprints: {
      nowMs: realClock.nowMs(),
      settleSeconds: 0,
      waitMs: 0,
      graceMs: patience.graceMs() ?? 0,
    },
  });
}

serveSubject(
  async () => {
    let files = 0;
    const asked = workers === undefined ? options : { ...options, questionFor: fingerprintsToo() };
    for await (const { reading } of walk(root, asked, new AbortController().signal)) {
      if (reading.kind !== 'read') throw new Error(JSON.stringify(reading));
      const { entries } = reading;
      files +=
        workers === undefined
          ? entries.size - entries.directories().length // nothing else lies there
          : (entries.fingerprinted?.size ?? 0);
    }
    if (files !== Number(expected)) throw new Error(`${files} files were found`);
  },
  () => tree.close(),
);
