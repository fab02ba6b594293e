/** Watched folders, as a person manages them. */
import type { PreviewedFile } from '../../src-shared/model/folder-preview.ts';
import type { FolderRules } from '../../src-shared/model/folder-rules.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { Visibility } from '../../src-shared/model/price.ts';
import type { Clock } from '../ports/clock.ts';
import type { Folder } from '../state/folder-repository.ts';
import type { State } from '../state/state.ts';
import { readIgnoreFile } from '../sync/ignore-file.ts';
import { checkNewFolder, checkRules, realFolder, tidyLabels } from '../sync/new-folder.ts';
import { previewFolder } from '../sync/preview-folder.ts';
import type { CoreFault } from '../../src-shared/model/core-fault.ts';
import type { Projects } from './projects.ts';
import type { Workers } from './workers.ts';

export type { Folder } from '../state/folder-repository.ts';

export interface FolderParts {
  readonly state: State;
  readonly projects: Projects;
  readonly workers: Workers;
  readonly clock: Clock;
  readonly dataFolder: string;
}

export function makeFolders({ state, projects, workers, clock, dataFolder }: FolderParts) {
  /** The project must exist and be visible: a typing mistake is cheaper now than after a night of fingerprints. */
  async function checkProject(projectId: string, signal: AbortSignal): Promise<CoreFault | null> {
    const shown = await projects.show(projectId, signal);
    return shown.ok ? null : shown.fault;
  }

  function find(folderId: string): Folder | null {
    const folder = /^\d+$/.test(folderId) ? state.folders.get(Number(folderId)) : null;
    return folder?.kind === 'watched' ? folder : null;
  }

  return {
    find,
    list: (): readonly Folder[] => state.folders.watched(),

    async add(
      asked: string,
      rules: FolderRules,
      signal: AbortSignal,
    ): Promise<Result<Folder, CoreFault>> {
      const wrong = checkRules(rules);
      if (wrong !== null) return fail(wrong);
      const path = await checkNewFolder(asked, { watched: state.folders.watched(), dataFolder });
      if (!path.ok) return path;
      const project = await checkProject(rules.assignment.projectId, signal);
      if (project !== null) return fail(project);
      const id = state.folders.add(path.value, tidy(rules), clock.nowMs());
      const folder = state.folders.get(id);
      if (folder === null) throw new Error('the new folder was not kept');
      return ok(folder);
    },

    async edit(
      folderId: string,
      change: (rules: FolderRules) => FolderRules,
      signal: AbortSignal,
    ): Promise<Result<Folder, CoreFault>> {
      const folder = find(folderId);
      if (folder === null) return fail({ kind: 'unknown-folder', folderId });
      const { assignment, exclude, settleSeconds, budgetCredits, approveEach } = folder;
      const before = { assignment, exclude, settleSeconds, budgetCredits, approveEach };
      const wished = change(before);
      const wrong = checkRules(wished);
      if (wrong !== null) return fail(wrong);
      const rules = tidy(wished);
      if (rules.assignment.projectId !== assignment.projectId) {
        const project = await checkProject(rules.assignment.projectId, signal);
        if (project !== null) return fail(project);
      }
      state.folders.changeRules(folder.id, rules);
      return ok({ ...folder, ...rules });
    },

    remove(folderId: string): Result<Folder, CoreFault> {
      const folder = find(folderId);
      if (folder === null) return fail({ kind: 'unknown-folder', folderId });
      state.folders.remove(folder.id, clock.nowMs());
      return ok(folder);
    },

    /** Calls `onFile` for every file of a folder that is, or is not yet, watched. Keeps and sends nothing. */
    async preview(
      asked: string,
      options: { readonly exclude: readonly string[]; readonly visibility: Visibility },
      onFile: (file: PreviewedFile) => void,
      signal: AbortSignal,
    ): Promise<Result<string, CoreFault>> {
      const path = await realFolder(asked);
      if (!path.ok) return path;
      const ports = { fileTree: workers.fileTree(), readIgnoreFile, clock };
      const previewed = await previewFolder(path.value, { ...options, ...ports }, onFile, signal);
      if (!previewed.ok) return fail({ kind: 'bad-rule', problem: previewed.fault });
      return ok(path.value);
    },
  };
}
export type Folders = ReturnType<typeof makeFolders>;

function tidy(rules: FolderRules): FolderRules {
  return { ...rules, assignment: tidyLabels(rules.assignment) };
}
