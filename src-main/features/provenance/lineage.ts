/**
 * Which file was made from which, for one project: from the last copies of the service's lists, and the rows of this
 * computer. It changes nothing, and requests the service's lists only as other views of them do.
 */
import type { ReadMode } from '../../../src-shared/bridge/call.ts';
import type { LineageLists, LineageRange } from '../../../src-shared/bridge/lineage-calls.ts';
import { readCitations } from '../../../src-shared/model/lineage/citations.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import {
  makeLineage,
  type FileElsewhere,
  type FileHere,
  type Lineage,
} from '../../../src-shared/model/lineage/lineage.ts';
import {
  countLineage,
  findNode,
  kinshipOf,
  lineageRows,
  viewPart,
  type Kinship,
  type LineageFilter,
  type LineageRow,
  type LineageSeen,
  type LineageView,
} from '../../../src-shared/model/lineage/lineage-view.ts';
import { around, connected } from '../../../src-shared/model/lineage/lineage-walk.ts';
import { rowCited } from '../../../src-shared/model/changes/local-id.ts';
import type { PlatformView } from '../../../src-shared/model/files/platform-file.ts';
import { VISIBILITIES } from '../../../src-shared/model/money/price.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { State } from '../../db/state.ts';
import type { Resources } from '../mirror/account-mirror.ts';
import type { PlatformFiles } from '../projects/platform-files.ts';

export interface LineageParts {
  readonly state: Pick<State, 'lineage' | 'mirror' | 'projects'>;
  readonly mirror: Pick<Mirror, 'copyOf'>;
  readonly resources: Pick<Resources, 'files'>;
  readonly platformFiles: Pick<PlatformFiles, 'list'>;
}

/** A lineage and how completely its sources are known. */
export interface ProjectLineage {
  readonly lineage: Lineage;
  readonly seen: LineageSeen;
}

export interface Window {
  readonly first: number;
  readonly count: number;
}

interface Made {
  readonly key: string;
  readonly lineage: Lineage;
  /** Lines of the last filter used. */
  lines: { readonly filter: string; readonly rows: readonly LineageRow[] } | null;
}

export function makeLineageReader({ state, mirror, resources, platformFiles }: LineageParts) {
  /** The last one computed: a scrolled list requests window after window of the same. */
  let made: Made | null = null;

  /** Files of other projects, by id, from the copies that are here. Built on first use. */
  function elsewhereOf(projectId: string): (fileId: string) => FileElsewhere | null {
    let known: ReadonlyMap<string, FileElsewhere> | null = null;
    return (fileId) => {
      known ??= new Map(
        VISIBILITIES.flatMap((visibility) =>
          state.mirror
            .keys(resources.files(projectId, visibility).kind)
            .flatMap((other) =>
              (mirror.copyOf(resources.files(other, visibility))?.value ?? []).map(
                (file) => [file.fileId, { ...file, visibility, projectId: other }] as const,
              ),
            ),
        ),
      );
      return known.get(fileId) ?? null;
    };
  }

  function rowsOf(projectId: string): readonly FileHere[] {
    const own = state.lineage.inProject(projectId);
    const known = new Set(own.map(({ localFileId }) => localFileId));
    const cited = own.flatMap((row) => {
      const { primaries, procedures } = readCitations(row);
      return [...primaries, ...procedures].flatMap((id) => rowCited(id) ?? []);
    });
    const others = [...new Set(cited)].filter((id) => !known.has(String(id)));
    return [...own, ...state.lineage.withIds(others)];
  }

  function madeOf(projectId: string, { records, ...seen }: PlatformView): Made {
    const key = [projectId, state.lineage.changeCount(), seen.isComplete].join(' ');
    if (made?.key === key) return made;
    const lineage = makeLineage({
      projectId,
      recorded: records,
      isComplete: seen.isComplete,
      here: rowsOf(projectId),
      elsewhere: elsewhereOf(projectId),
    });
    made = { key, lineage, lines: null };
    return made;
  }

  async function read(
    projectId: string,
    mode: ReadMode,
    signal: AbortSignal,
  ): Promise<Result<{ readonly made: Made; readonly seen: LineageSeen }, CoreFault>> {
    const listed = await platformFiles.list(projectId, signal, mode);
    if (!listed.ok) return listed;
    const { records: _records, ...seen } = listed.value;
    return ok({ made: madeOf(projectId, listed.value), seen });
  }

  return {
    /** `fresh`: the service is read first. */
    async read(
      projectId: string,
      mode: ReadMode,
      signal: AbortSignal,
    ): Promise<Result<ProjectLineage, CoreFault>> {
      const known = await read(projectId, mode, signal);
      return known.ok ? ok({ lineage: known.value.made.lineage, seen: known.value.seen }) : known;
    },

    async range(
      { projectId, ...filter }: { readonly projectId: string } & LineageFilter,
      { first, count }: Window,
      mode: ReadMode,
      signal: AbortSignal,
    ): Promise<Result<LineageRange, CoreFault>> {
      const known = await read(projectId, mode, signal);
      if (!known.ok) return known;
      const { made: of, seen } = known.value;
      const wanted = JSON.stringify(filter);
      if (of.lines?.filter !== wanted) {
        of.lines = { filter: wanted, rows: lineageRows(of.lineage, filter) };
      }
      const { rows } = of.lines;
      const counts = countLineage(of.lineage);
      return ok({
        ...seen,
        counts,
        total: rows.length,
        first,
        rows: rows.slice(first, first + count),
      });
    },

    async lists(
      projectId: string,
      { first, count }: Window,
      mode: ReadMode,
      signal: AbortSignal,
    ): Promise<Result<LineageLists, CoreFault>> {
      const known = await read(projectId, mode, signal);
      if (!known.ok) return known;
      const { lineage } = known.value.made;
      const { nodes, edges, warnings } = lineage;
      const end = first + count;
      return ok({
        ...known.value.seen,
        counts: countLineage(lineage),
        total: Math.max(nodes.size, edges.length, warnings.length),
        files: [...nodes.values()].slice(first, end),
        citations: edges.slice(first, end),
        warnings: warnings.slice(first, end),
      });
    },

    /** Around a file, or all connected files; `most` files at most. */
    async around(
      projectId: string,
      asked: string | null,
      most: number,
      signal: AbortSignal,
    ): Promise<Result<LineageView & LineageSeen, CoreFault>> {
      const known = await read(projectId, 'at-once', signal);
      if (!known.ok) return known;
      const { made: of, seen } = known.value;
      const focus = asked === null ? null : findNode(of.lineage, asked);
      if (asked !== null && focus === null) return fail({ kind: 'unknown-file', asked });
      const part =
        focus === null ? connected(of.lineage, most) : around(of.lineage, focus.id, most);
      return ok({ ...viewPart(of.lineage, part, focus?.id ?? null), ...seen });
    },

    /** A file with what it cites and what cites it; null for one that is not in the lineage. */
    async kinship(
      projectId: string,
      asked: string,
      signal: AbortSignal,
    ): Promise<Result<Kinship | null, CoreFault>> {
      const known = await read(projectId, 'at-once', signal);
      if (!known.ok) return known;
      const { lineage } = known.value.made;
      const node = findNode(lineage, asked);
      return ok(node === null ? null : kinshipOf(lineage, node));
    },
  };
}
export type LineageReader = ReturnType<typeof makeLineageReader>;
