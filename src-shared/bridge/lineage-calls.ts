/** Provenance: which file was made from which, and what files that lack it are given. Nothing is sent by any of these. */
import * as z from 'zod/mini';
import type {
  Kinship,
  LineageCounts,
  LineageRow,
  LineageSeen,
  LineageView,
} from '../model/lineage/lineage-view.ts';
import type { LineageEdge, LineageNode } from '../model/lineage/lineage-graph.ts';
import type { LineageWarning } from '../model/lineage/lineage-warnings.ts';
import type { CitableFile } from '../model/lineage/citable-file.ts';
import type { CitationRule, Completion, RuleNames } from '../model/lineage/complete-provenance.ts';
import type { FileView } from '../model/files/file-view.ts';
import { FILE_TYPES } from '../service/files.ts';
import { changes, Count, FreeText, listOf, Mode, Name, nothing, reads, RowId } from './call.ts';

/** Most lines that one window holds. */
export const MOST_LINEAGE_ROWS = 300;
/** The same of a window into the bare lists. */
export const MOST_LISTED = 10_000;
/** Most files that one drawing holds: nobody tells more apart, and laying them out would be noticed. */
export const MOST_DRAWN_FILES = 150;

/** Files that one go completes; more are done in another. */
export const MOST_COMPLETED = 2_000;
export const MOST_CITED = 200; // by one file
export const MOST_TEMPLATES = 20;
const MOST_FOUND = 100;

/** A file that lacks its provenance, and what a rule would give it; null without a rule. */
export interface LackingFile {
  readonly file: FileView;
  readonly completion: Completion | null;
}

export interface LackingFiles {
  /** What was asked for, since it is typed while it is looked for. */
  readonly names: RuleNames | null;
  readonly files: readonly LackingFile[];
  /** There are more than are here. */
  readonly isCut: boolean;
}

export interface Completed {
  /** To take it back by. */
  readonly completionId: string;
  readonly fileIds: readonly string[];
  /** Files that were on their way, or gone, by then. */
  readonly skippedIds: readonly string[];
  /** What sending the completed files costs at most. */
  readonly credits: number;
}

export interface Undone {
  readonly fileIds: readonly string[];
  /** On their way by now, or changed since: these stay as they are. */
  readonly keptIds: readonly string[];
}

/** A rule that completes the new secondary files of a folder. */
export interface KeptRuleView {
  readonly id: string;
  readonly folderId: string;
  readonly rule: CitationRule;
}

export interface CitableFiles {
  /** The first that fit, by name. */
  readonly files: readonly CitableFile[];
  /** How many fit. */
  readonly total: number;
}

const CitedIds = z.readonly(z.array(Name).check(z.maxLength(MOST_CITED)));
const Templates = z.readonly(z.array(FreeText).check(z.maxLength(MOST_TEMPLATES)));
const NamesInput = z.strictObject({ pattern: FreeText, primaries: Templates });
const RuleInput = z.strictObject({
  pattern: FreeText,
  primaries: Templates,
  procedures: CitedIds,
  description: FreeText,
  labels: FreeText,
});

/** A window into the nested list, and how much was seen of what it was made from. */
export interface LineageRange extends LineageSeen {
  readonly counts: LineageCounts;
  /** How many lines fit the filter. */
  readonly total: number;
  /** Position of the first row, counted from 0. */
  readonly first: number;
  readonly rows: readonly LineageRow[];
}

/** A window of each of its lists, in their order; those that are shorter have nothing left. */
export interface LineageLists extends LineageSeen {
  readonly counts: LineageCounts;
  /** Length of the longest. */
  readonly total: number;
  readonly files: readonly LineageNode[];
  readonly citations: readonly LineageEdge[];
  readonly warnings: readonly LineageWarning[];
}

const LineageFilterInput = z.strictObject({
  projectId: Name,
  /** Part of a name, a label or an id, whatever its case. */
  text: z.optional(Name),
  /** Only files with problems. */
  onlyWarnings: z.optional(z.boolean()),
});

export const lineageCalls = {
  /** Ask again on `files-changed` and `projects-changed`, and every half minute while it `isMoving`. */
  'lineage.range': reads<LineageRange>()(() =>
    z.strictObject({
      filter: LineageFilterInput,
      first: Count,
      count: z.int().check(z.minimum(1), z.maximum(MOST_LINEAGE_ROWS)),
      mode: Mode,
    }),
  ),
  /** Everything, for another program. */
  'lineage.lists': reads<LineageLists>()(() =>
    z.strictObject({
      projectId: Name,
      first: Count,
      count: z.int().check(z.minimum(1), z.maximum(MOST_LISTED)),
      mode: Mode,
    }),
  ),
  /**
   * A file with all that it comes from and all that was made of it; null: whatever is joined. `asked` is an id of the
   * lineage, an id of the service, or the number of a row.
   */
  'lineage.around': reads<LineageView & LineageSeen>()(() =>
    z.strictObject({
      projectId: Name,
      asked: z.nullable(Name),
      most: z.int().check(z.minimum(1), z.maximum(MOST_DRAWN_FILES)),
    }),
  ),
  /** A file with what it cites and what cites it; null for one that has no part in any of this. */
  'lineage.kinship': reads<Kinship | null>()(() =>
    z.strictObject({ projectId: Name, asked: Name }),
  ),
  /** Files that can be cited, by words of their name, labels, id or project. Null: of all projects that were seen. */
  'lineage.citable': reads<CitableFiles>()(() =>
    z.strictObject({
      projectId: z.nullable(Name),
      text: FreeText,
      fileType: z.nullable(z.enum(FILE_TYPES)),
      count: z.int().check(z.minimum(1), z.maximum(MOST_FOUND)),
    }),
  ),
  /** What ids stand for, in their order; null for one that nothing is known about. */
  'lineage.named': reads<readonly (CitableFile | null)[]>()(() =>
    z.strictObject({ ids: CitedIds }),
  ),
  /** Files that are held for lack of their provenance, `MOST_COMPLETED` at most. */
  'lineage.lacking': reads<LackingFiles>()(() =>
    z.strictObject({
      projectId: Name,
      folderId: z.optional(RowId),
      names: z.nullable(NamesInput),
    }),
  ),
  /** Gives files what they lack. Nothing is agreed to: each goes the way of every file, with its price. */
  'lineage.complete': changes<Completed>()(() =>
    z.strictObject({
      files: listOf(
        z.strictObject({ fileId: RowId, primaries: listOf(Name, MOST_CITED) }),
        MOST_COMPLETED,
      ),
      procedures: listOf(Name, MOST_CITED),
      description: FreeText.check(z.minLength(1)),
      /** Empty: they stay as they are. */
      labels: FreeText,
    }),
  ),
  /** Takes back what a completion gave, as long as nothing of it is on its way. */
  'lineage.undo': changes<Undone>()(() => z.strictObject({ completionId: RowId })),
  'lineage.rules': reads<readonly KeptRuleView[]>()(() => nothing),
  /** From now on; files that wait already are completed at once. Returns how many. */
  'lineage.keepRule': changes<{ readonly id: string; readonly completed: number }>()(() =>
    z.strictObject({ folderId: RowId, rule: RuleInput }),
  ),
  'lineage.forgetRule': changes<null>()(() => z.strictObject({ id: RowId })),
} as const;
