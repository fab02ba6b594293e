/**
 * Adds missing provenance to files, one by one or many at once, and can undo that. Nothing is sent or approved by this:
 * a complete file is treated like every other, with its price.
 */
import {
  type Completed,
  type KeptRuleView,
  type LackingFile,
  type LackingFiles,
  MOST_COMPLETED,
  type Undone,
} from '../../../src-shared/bridge/lineage-calls.ts';
import { type Assignment, missingFacts } from '../../../src-shared/model/files/assignment.ts';
import { writeIds } from '../../../src-shared/model/lineage/citations.ts';
import {
  citableByName,
  type CitableByName,
  type CitationRule,
  citationsByRules,
  compileRule,
  type GivenCitations,
} from '../../../src-shared/model/lineage/complete-provenance.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { rowCited } from '../../../src-shared/model/changes/local-id.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { State } from '../../db/state.ts';
import type { FileTransitions } from '../../pipeline/decide/file-transitions.ts';
import { checkLabels, tidyLabels } from '../../pipeline/scan/new-folder.ts';
import { eachIn } from '../../pipeline/common/rows-in-state.ts';
import { makeFileView } from '../files/file-views.ts';
import type { PlatformFiles } from '../projects/platform-files.ts';
import {
  type CitableFile,
  citableFiles,
  type CitableHere,
  citableRecord,
  citableRow,
  findCitable,
} from '../../../src-shared/model/lineage/citable-file.ts';
import type { ListedFile, PlatformRecord } from '../../../src-shared/model/files/platform-file.ts';
import { VISIBILITIES, type Visibility } from '../../../src-shared/model/money/price.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { PlacedFile } from '../../db/files/lineage-repository.ts';
import type { Resources } from '../mirror/account-mirror.ts';

export interface ProvenanceParts {
  readonly state: State;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly transitions: FileTransitions;
  readonly platformFiles: Pick<PlatformFiles, 'list'>;
  readonly citable: Pick<Citable, 'ofProject'>;
  readonly certificateFolder: string;
}

export interface CompletionRequest {
  readonly fileId: number;
  readonly given: GivenCitations;
}

/** They wait for a person or for their queue position: no stage is working on them. */
const AT_REST = ['held', 'ready'] as const;

export function makeProvenance(parts: ProvenanceParts) {
  const { state, clock, transitions, platformFiles, citable, certificateFolder } = parts;

  function byNameIn(projectId: string): CitableByName {
    return citableByName(citable.ofProject(projectId));
  }

  function* lackingRows(projectId: string, folderId: number | undefined): Generator<FileRow> {
    for (const row of eachIn(state, ['held'], { folderId, projectId }))
      if (isLacking(row)) yield row;
  }

  function isLacking(row: FileRow): boolean {
    if (row.hold === 'procedure') return true;
    const labelled = { ...transitions.assignmentOf(row), labels: 'any' };
    return row.hold === 'labels' && missingFacts(labelled) === 'procedure';
  }

  /** Within a transaction. Null for a file that a stage is working on, or that would cite itself. */
  function give(row: FileRow | null, given: GivenCitations): number | null {
    if (row === null || !AT_REST.some((each) => each === row.state)) return null;
    const cited = [...given.primaries, ...given.procedures];
    if (cited.some((id) => rowCited(id) === row.id)) return null;
    const before = transitions.assignmentOf(row);
    const assignment: Assignment = {
      ...before,
      fileType: 'secondary',
      primaryData: writeIds(given.primaries),
      linkToProcedure: writeIds(given.procedures),
      procedureDescription: given.description.trim(),
      labels: given.labels === '' ? before.labels : given.labels,
    };
    const assignmentId = state.assignments.add(tidyLabels(assignment));
    decide({ ...row, assignmentId });
    return assignmentId;
  }

  function decide(row: FileRow): void {
    if (row.contentId !== null) transitions.decide(row);
    else transitions.move(row, 'discovered');
  }

  function keep(requests: readonly CompletionRequest[]): Completed {
    return state.transaction(() => {
      const completionId = state.completions.begin(clock.nowMs());
      const done: number[] = [];
      const skippedIds: string[] = [];
      for (const { fileId, given } of requests) {
        const row = state.files.get(fileId);
        const after = give(row, given);
        if (row === null || after === null) {
          skippedIds.push(String(fileId));
          continue;
        }
        state.completions.note(completionId, { fileId, before: row.assignmentId, after });
        done.push(fileId);
      }
      return {
        completionId: String(completionId),
        fileIds: done.map(String),
        skippedIds,
        credits: done.reduce((sum, id) => sum + creditsOf(id), 0),
      };
    });
  }

  function creditsOf(fileId: number): number {
    const row = state.files.get(fileId);
    return row === null ? 0 : transitions.creditsOf(row);
  }

  return {
    /** Files that lack their provenance, with the values that a rule would add; `isCut`: there are more. */
    async lacking(
      requested: {
        readonly projectId: string;
        readonly folderId: number | undefined;
        readonly names: Pick<CitationRule, 'pattern' | 'primaries'> | null;
      },
      signal: AbortSignal,
    ): Promise<Result<LackingFiles, CoreFault>> {
      const { projectId, folderId, names } = requested;
      const listed = await platformFiles.list(projectId, signal, 'at-once');
      if (!listed.ok) return listed;
      const compiled = names === null ? null : compileRule(names);
      const byName = compiled === null ? null : byNameIn(projectId);
      const view = makeFileView(state, certificateFolder);
      const files: LackingFile[] = [];
      for (const row of lackingRows(projectId, folderId)) {
        if (files.length === MOST_COMPLETED) return ok({ names, files, isCut: true });
        const completion = byName === null ? null : (compiled?.(row.name, byName) ?? null);
        files.push({ file: view(row), completion });
      }
      return ok({ names, files, isCut: false });
    },

    /** All or nothing, except for files that cannot be completed any more. */
    complete(requests: readonly CompletionRequest[]): Result<Completed, CoreFault> {
      for (const { given } of requests) {
        const wrong = given.labels === '' ? null : checkLabels(given.labels);
        if (wrong !== null) return fail(wrong);
      }
      return ok(keep(requests));
    },

    /** Restores the earlier values. A file that is being sent by now, or was changed since, stays unchanged. */
    undo(completionId: number): Undone {
      return state.transaction(() => {
        const fileIds: string[] = [];
        const keptIds: string[] = [];
        for (const { fileId, before, after } of state.completions.filesOf(completionId)) {
          const row = state.files.get(fileId);
          const isAsLeft =
            row?.assignmentId === after && AT_REST.some((each) => each === row.state);
          if (row !== null && isAsLeft) {
            decide({ ...row, assignmentId: before });
            fileIds.push(String(fileId));
          } else keptIds.push(String(fileId));
        }
        state.completions.forget(completionId);
        return { fileIds, keptIds };
      });
    },

    rules: (): readonly KeptRuleView[] =>
      state.citationRules.all().map(({ id, folderId, rule }) => {
        return { id: String(id), folderId: String(folderId), rule };
      }),

    /**
     * Applies from now on; files that already wait are completed when the rules are applied next. Returns its number.
     */
    keepRule(folderId: number, rule: CitationRule): Result<string, CoreFault> {
      if (state.folders.get(folderId)?.kind !== 'watched') {
        return fail({ kind: 'unknown-folder', folderId: String(folderId) });
      }
      const wrong = rule.labels === '' ? null : checkLabels(rule.labels);
      if (wrong !== null) return fail(wrong);
      return ok(String(state.citationRules.keep(folderId, rule)));
    },

    forgetRule: (id: number): boolean => state.citationRules.forget(id),

    /** By the rules of all folders. A file for which they do not give exactly one result is left to a person. */
    completeByRules(): readonly string[] {
      const rules = Map.groupBy(state.citationRules.all(), ({ folderId }) => folderId);
      const names = new Map<string, CitableByName>();
      const requests: CompletionRequest[] = [];
      for (const [folderId, kept] of rules) {
        for (const row of eachIn(state, ['held'], { folderId })) {
          if (!isLacking(row)) continue;
          const { projectId } = transitions.assignmentOf(row);
          const byName = names.get(projectId) ?? byNameIn(projectId);
          names.set(projectId, byName);
          const given = citationsByRules(
            row.name,
            kept.map(({ rule }) => rule),
            byName,
          );
          if (given !== null) requests.push({ fileId: row.id, given });
        }
      }
      return requests.length === 0 ? [] : keep(requests).fileIds;
    },
  };
}

export interface CitableParts {
  readonly state: Pick<State, 'lineage' | 'folders' | 'projects'>;
  readonly mirror: Pick<Mirror, 'copyOf'>;
  readonly resources: Pick<Resources, 'files'>;
  readonly platformFiles: Pick<PlatformFiles, 'list'>;
}

export interface CitableQuery {
  /** Null: of all projects that were ever seen. */
  readonly projectId: string | null;
  /** Each of its words must occur in the name, labels, id or project. */
  readonly text: string;
  /** Null: of any type. */
  readonly fileType: string | null;
}

export type Citable = ReturnType<typeof makeCitable>;

/** Files that can be cited, from the last copies of the service's lists and the rows of this computer. */
export function makeCitable({ state, mirror, resources, platformFiles }: CitableParts) {
  function recordsOf(projectId: string): readonly PlatformRecord[] {
    return VISIBILITIES.flatMap((visibility) =>
      (mirror.copyOf(resources.files(projectId, visibility))?.value ?? []).map((file) =>
        withVisibility(file, visibility),
      ),
    );
  }

  function placed(row: PlacedFile): CitableHere {
    const folder = state.folders.get(row.folderId);
    const parts = [folder?.path ?? '', row.directoryPath].filter((part) => part !== '');
    return { ...row, place: parts.join('/') };
  }

  /** Makes no request. */
  function ofProject(projectId: string): readonly CitableFile[] {
    return citableFiles(
      projectId,
      recordsOf(projectId),
      state.lineage.citableIn(projectId).map(placed),
    );
  }

  return {
    ofProject,

    /** The first `count` matches, by name, and the number of matches. */
    async find(
      { projectId, text, fileType }: CitableQuery,
      count: number,
      signal: AbortSignal,
    ): Promise<
      Result<{ readonly files: readonly CitableFile[]; readonly total: number }, CoreFault>
    > {
      const seen = state.projects.all().map(({ project }) => project);
      if (projectId !== null) {
        const listed = await platformFiles.list(projectId, signal, 'at-once');
        if (!listed.ok) return listed;
      }
      const names = new Map(seen.map(({ id, name }) => [id, name]));
      const projects = projectId === null ? seen.map(({ id }) => id) : [projectId];
      const files = projects
        .flatMap(ofProject)
        .filter((file) => fileType === null || file.fileType === fileType);
      const found = findCitable(files, text, (id) => names.get(id) ?? id);
      const sorted = found.toSorted((one, other) => one.name.localeCompare(other.name));
      return ok({ files: sorted.slice(0, count), total: found.length });
    },

    /** What ids stand for, in their order, in whatever state; null for an unknown one. */
    named(ids: readonly string[]): readonly (CitableFile | null)[] {
      const rows = new Map(
        state.lineage
          .withIds(ids.flatMap((id) => rowCited(id) ?? []))
          .map((row) => [row.localFileId, citableRow(placed(row))]),
      );
      const wanted = new Set(ids.filter((id) => rowCited(id) === null));
      const records = new Map<string, CitableFile>();
      for (const { project } of wanted.size === 0 ? [] : state.projects.all()) {
        for (const record of recordsOf(project.id)) {
          if (wanted.has(record.fileId)) {
            records.set(record.fileId, citableRecord(project.id, record, null));
          }
        }
      }
      return ids.map((id) => records.get(id) ?? rows.get(String(rowCited(id))) ?? null);
    },
  };
}

function withVisibility(file: ListedFile, visibility: Visibility): PlatformRecord {
  return { ...file, visibility };
}
