/** Answers about provenance for tests of the page, made by what makes the real ones. */
import type { LineageRange } from '../../src-shared/bridge/lineage-calls.ts';
import type { Lineage } from '../../src-shared/model/lineage/lineage.ts';
import {
  viewPart,
  countLineage,
  findNode,
  kinshipOf,
  lineageRows,
  type LineageFilter,
  type LineageSeen,
} from '../../src-shared/model/lineage/lineage-view.ts';
import { around, connected } from '../../src-shared/model/lineage/lineage-walk.ts';
import { fail } from '../../src-shared/model/result.ts';
import type { CitableFile } from '../../src-shared/model/lineage/citable-file.ts';

const SEEN: LineageSeen = {
  isComplete: true,
  asOfMs: null,
  standing: 'there',
  unread: [],
  isMoving: false,
};

/** What the core would answer. */
export function lineageAnswers(lineage: Lineage, over: Partial<LineageSeen> = {}) {
  const seen = { ...SEEN, ...over };
  return {
    'lineage.range': (input: unknown): LineageRange => {
      const { filter, first, count } = input as {
        filter: LineageFilter;
        first: number;
        count: number;
      };
      const rows = lineageRows(lineage, filter);
      const counts = countLineage(lineage);
      const window = rows.slice(first, first + count);
      return { ...seen, counts, total: rows.length, first, rows: window };
    },
    'lineage.around': (input: unknown) => {
      const { asked, most } = input as { asked: string | null; most: number };
      const focus = asked === null ? null : findNode(lineage, asked);
      if (asked !== null && focus === null) return fail({ kind: 'unknown-file', asked });
      const part = focus === null ? connected(lineage, most) : around(lineage, focus.id, most);
      return { ...viewPart(lineage, part, focus?.id ?? null), ...seen };
    },
    'lineage.kinship': (input: unknown) => {
      const node = findNode(lineage, (input as { asked: string }).asked);
      return { ok: true, value: node === null ? null : kinshipOf(lineage, node) };
    },
  };
}

/** A notarized file that others may cite. */
export function citable(id: string, over: Partial<CitableFile> = {}): CitableFile {
  return {
    id,
    name: id,
    projectId: 'p1',
    visibility: 'private',
    fileType: 'primary',
    labels: '',
    state: 'notarized',
    hold: null,
    status: 'Available',
    place: null,
    ...over,
  };
}
