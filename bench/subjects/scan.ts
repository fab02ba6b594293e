/** Lists a folder with the engine's own walk. Arguments: the folder, the number of files that lie in it. */
import { makeIgnoreRules } from '../../src-main/pipeline/scan/ignore-rules.ts';
import { walk } from '../../src-main/pipeline/scan/walk.ts';
import { makeWorkerFileTree } from '../../src-main/pipeline/scan/worker-file-tree.ts';
import { realClock } from '../../src-main/platform/real-ports.ts';
import { serveSubject } from '../subject.ts';

const [root = '', expected = ''] = process.argv.slice(2);
const tree = makeWorkerFileTree();
const rules = makeIgnoreRules([]);
if (!rules.ok) throw new Error('the built-in rules cannot be read');

serveSubject(
  async () => {
    let files = 0;
    const options = { tree, rules: rules.value, clock: realClock };
    for await (const { reading } of walk(root, options, new AbortController().signal)) {
      if (reading.kind !== 'read') throw new Error(JSON.stringify(reading));
      files += reading.entries.size - reading.entries.directories().length; // nothing else lies there
    }
    if (files !== Number(expected)) throw new Error(`${files} files were found`);
  },
  () => tree.close(),
);
