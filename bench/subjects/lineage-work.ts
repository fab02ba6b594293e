/** What is done with the lineage of a made-up project, by name. Each makes what it needs, and returns the work itself. */
import { MOST_DRAWN_FILES } from '../../src-shared/bridge/lineage-calls.ts';
import { citableByName, compileRule } from '../../src-shared/model/lineage/complete-provenance.ts';
import { citableFiles } from '../../src-shared/model/lineage/citable-file.ts';
import { makeLineage } from '../../src-shared/model/lineage/lineage.ts';
import { lineageRows } from '../../src-shared/model/lineage/lineage-view.ts';
import { around, connected } from '../../src-shared/model/lineage/lineage-walk.ts';
import {
  derived,
  lineageFacts,
  recorded,
} from '../../src-shared/model/lineage/test-support/lineage.ts';
import { layOutGraph } from '../../src-renderer/ui/chart/graph-layout.ts';

const BOX = { width: 240, height: 64 };
const COMPLETED = 2_000;

export const LINEAGE_WORK: Readonly<Record<string, (files: number) => () => unknown>> = {
  'made as a whole'(files) {
    const facts = project(files);
    return () => makeLineage(facts);
  },
  'listed, with warnings'(files) {
    const lineage = makeLineage(project(files));
    return () => lineageRows(lineage, {});
  },
  'around one file'(files) {
    const lineage = makeLineage(project(files));
    return () => around(lineage, 'private:s7', MOST_DRAWN_FILES);
  },
  'laid out'(files) {
    const part = connected(makeLineage(project(files)), MOST_DRAWN_FILES);
    const ids = part.nodes.map(({ id }) => id);
    const lines = part.edges.map(({ from, to }) => ({ from: to, to: from }));
    return () => layOutGraph(ids, lines, BOX);
  },
  'completed by a rule'(files) {
    const byName = citableByName(citableFiles('project-1', project(files).recorded, []));
    const rule = compileRule({ pattern: 'peaks_{run}.csv', primaries: ['run_{run}.raw'] });
    return () => {
      for (let run = 0; run < COMPLETED; run += 1) rule?.(`peaks_${run}.csv`, byName);
    };
  },
};

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
