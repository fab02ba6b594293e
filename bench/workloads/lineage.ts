import { subject } from '../subject.ts';
import { LINEAGE_WORK } from '../subjects/lineage-work.ts';
import type { Workload } from '../peers.ts';

export const lineage: Workload = {
  name: 'lineage',
  says: (size) =>
    `What a project of ${size.toLocaleString('en')} files, half of which cite four others each, takes in memory alone: made as a whole, listed, walked around one file, laid out as far as it is drawn, and 2,000 files completed by a rule.`,
  unit: 'files',
  sizes: [500, 5_000, 50_000],
  sizesInAll: [500, 5_000, 50_000],
  isRated: false,
  async prepare(size, { after }) {
    const contestants = Object.keys(LINEAGE_WORK).map((name) =>
      subject(after, name, 'labseal', 'lineage', [name, String(size)]),
    );
    return { contestants: await Promise.all(contestants), budgets: [] };
  },
};
