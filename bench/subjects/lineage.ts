/** One kind of work on the lineage of a project. Arguments: which, the number of files. */
import { serveSubject } from '../subject.ts';
import { LINEAGE_WORK } from './lineage-work.ts';

const [name = '', files = '0'] = process.argv.slice(2);
const work = LINEAGE_WORK[name]?.(Number(files));

serveSubject(
  async () => {
    work?.();
  },
  async () => undefined,
);
