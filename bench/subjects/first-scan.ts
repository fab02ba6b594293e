/**
 * Lists a folder and fingerprints its small files in the same visit, as a first scan does. Arguments: the folder, the number
 * of files that lie in it, the number of threads.
 */
import { makeIgnoreRules } from '../../src-main/pipeline/scan/ignore-rules.ts';
import { makeReadingPatience } from '../../src-main/pipeline/scan/reading-patience.ts';
import { walk } from '../../src-main/pipeline/scan/walk.ts';
import { makeWorkerFileTree } from '../../src-main/pipeline/scan/worker-file-tree.ts';
import { realClock } from '../../src-main/platform/real-ports.ts';
import { serveSubject } from '../subject.ts';

const [root = '', expected = '', workers = '1'] = process.argv.slice(2);
const tree = makeWorkerFileTree({ workers: Number(workers) });
const rules = makeIgnoreRules([]);
if (!rules.ok) throw new Error('the built-in rules cannot be read');

serveSubject(
  async () => {
    let files = 0;
    const patience = makeReadingPatience();
    const questionFor = () => ({
      settled: null,
      fingerprints: {
        nowMs: realClock.nowMs(),
        settleSeconds: 0,
        graceMs: patience.graceMs() ?? 0,
      },
    });
    const options = { tree, rules: rules.value, clock: realClock, questionFor };
    for await (const { reading } of walk(root, options, new AbortController().signal)) {
      if (reading.kind !== 'read') throw new Error(JSON.stringify(reading));
      files += reading.entries.fingerprinted?.size ?? 0;
    }
    if (files !== Number(expected)) throw new Error(`${files} files were fingerprinted`);
  },
  () => tree.close(),
);
