/**
 * What the lineage of a project with thousands of files takes of the processor, in memory alone: made as a whole, listed,
 * walked around one file, laid out as far as it is drawn, and files completed by a rule.
 *   node bench/lineage.ts
 */
import process from 'node:process';
import { MOST_DRAWN_FILES } from '../src-shared/bridge/lineage-calls.ts';
import { citableByName, compileRule } from '../src-shared/model/complete-provenance.ts';
import { citableFiles } from '../src-shared/model/citable-file.ts';
import { makeLineage } from '../src-shared/model/lineage.ts';
import { lineageRows } from '../src-shared/model/lineage-view.ts';
import { around, connected } from '../src-shared/model/lineage-walk.ts';
import { derived, lineageFacts, recorded } from '../src-shared/model/test-support/lineage.ts';
import { layOutGraph } from '../src-renderer/ui/lay-out-graph.ts';

const TIMES = 9;
const BOX = { width: 240, height: 64 };

/** Half of them primary; every secondary file cites four of these, as an experiment with replicates does. */
function project(files: number) {
  const half = files / 2;
  const primary = Array.from({ length: half }, (_, index) =>
    recorded(`p${index}`, { name: `run_${index}.raw` }),
  );
  const secondary = Array.from({ length: half }, (_, index) =>
    derived(
      `s${index}`,
      [0, 1, 2, 3].map((step) => `p${(index + step) % half}`),
    ),
  );
  return lineageFacts([...primary, ...secondary]);
}

function medianMs(work: () => unknown): string {
  const times = Array.from({ length: TIMES }, () => {
    const began = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1_000;
  }).toSorted((one, other) => one - other);
  return `${(times[Math.floor(TIMES / 2)] ?? NaN).toFixed(1)} ms`.padStart(10);
}

for (const files of [500, 5_000, 50_000]) {
  const facts = project(files);
  const lineage = makeLineage(facts);
  const part = connected(lineage, MOST_DRAWN_FILES);
  const ids = part.nodes.map(({ id }) => id);
  const lines = part.edges.map(({ from, to }) => ({ from: to, to: from }));
  const byName = citableByName(citableFiles('project-1', facts.recorded, []));
  const rule = compileRule({ pattern: 'peaks_{run}.csv', primaries: ['run_{run}.raw'] });
  const rows = [
    ['made as a whole', medianMs(() => makeLineage(facts))],
    ['listed, with warnings', medianMs(() => lineageRows(lineage, {}))],
    ['around one file', medianMs(() => around(lineage, 'private:s7', MOST_DRAWN_FILES))],
    [`laid out, ${ids.length} files`, medianMs(() => layOutGraph(ids, lines, BOX))],
    [
      '2,000 files by a rule',
      medianMs(() => {
        for (let run = 0; run < 2_000; run += 1) rule?.(`peaks_${run}.csv`, byName);
      }),
    ],
  ] as const;
  console.log(`${files} files, ${lineage.edges.length} citations`);
  for (const [what, time] of rows) console.log(`  ${what.padEnd(28)}${time}`);
}
