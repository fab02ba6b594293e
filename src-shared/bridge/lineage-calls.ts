/** Provenance: which file was made from which, and what files that lack it are given. Nothing is sent by any of these. */
import * as z from 'zod/mini';
import type {
  Kinship,
  LineageCounts,
  LineageRow,
  LineageSeen,
  LineageView,
} from '../model/lineage-view.ts';
import { reads } from './call.ts';
import { Count, Name } from './inputs.ts';

/** Most lines that one window holds. */
export const MOST_LINEAGE_ROWS = 300;
/** Most files that one drawing holds: more are not told apart by anybody. */
export const MOST_DRAWN_FILES = 300;

/** A window into the nested list, and how much was seen of what it was made from. */
export interface LineageRange extends LineageSeen {
  readonly counts: LineageCounts;
  /** How many lines fit the filter. */
  readonly total: number;
  /** Position of the first row, counted from 0. */
  readonly first: number;
  readonly rows: readonly LineageRow[];
}

export const LineageFilterInput = z.strictObject({
  projectId: Name,
  /** Part of a name, a label or an id, whatever its case. */
  text: z.optional(Name),
  /** Only files that something is wrong with. */
  onlyWarnings: z.optional(z.boolean()),
});

export const lineageCalls = {
  /** Ask again on `files-changed` and `projects-changed`, and every half minute while it `isMoving`. */
  'lineage.range': reads<LineageRange>()(
    z.strictObject({
      filter: LineageFilterInput,
      first: Count,
      count: z.int().check(z.minimum(1), z.maximum(MOST_LINEAGE_ROWS)),
    }),
  ),
  /**
   * A file with all that it comes from and all that was made of it; null: whatever is joined. `asked` is an id of the
   * lineage, an id of the service, or the number of a row.
   */
  'lineage.around': reads<LineageView & LineageSeen>()(
    z.strictObject({
      projectId: Name,
      asked: z.nullable(Name),
      most: z.int().check(z.minimum(1), z.maximum(MOST_DRAWN_FILES)),
    }),
  ),
  /** A file with what it cites and what cites it; null for one that has no part in any of this. */
  'lineage.kinship': reads<Kinship | null>()(z.strictObject({ projectId: Name, asked: Name })),
} as const;
