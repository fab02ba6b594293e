/** Files that can be cited, from the last copies of the service's lists and the rows of this computer. */
import {
  citableFiles,
  citableRecord,
  citableRow,
  findCitable,
  type CitableFile,
  type CitableHere,
} from '../../../src-shared/model/lineage/citable-file.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { rowCited } from '../../../src-shared/model/changes/local-id.ts';
import type { ListedFile, PlatformRecord } from '../../../src-shared/model/files/platform-file.ts';
import { VISIBILITIES, type Visibility } from '../../../src-shared/model/money/price.ts';
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { PlacedFile } from '../../db/files/lineage-repository.ts';
import type { State } from '../../db/state.ts';
import type { Resources } from '../mirror/account-mirror.ts';
import type { PlatformFiles } from '../projects/platform-files.ts';

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
