/** The projects a person can see, each with what this computer watches for it. */
import { useMemo } from 'react';
import {
  NO_FILES,
  type AccountStatus,
  type FileSums,
} from '../../src-shared/model/status/account-status.ts';
import { creatorOf } from '../../src-shared/model/changes/local-id.ts';
import { useCore } from './bridge-context.ts';
import { useRead } from './use-read.ts';

/** With its files on this computer, in watched folders and added by hand. */
export interface WatchedProject extends FileSums {
  readonly id: string;
  readonly name: string;
}

const NO_PROJECTS: AccountStatus['projects'] = [];

/** Those of the list in its order, then those that only this computer's files know of. */
export function watchedProjects(
  listed: readonly { readonly id: string; readonly name: string }[],
  counted: AccountStatus['projects'],
): readonly WatchedProject[] {
  const found = new Map<string, WatchedProject>();
  for (const { id, name } of listed) found.set(id, { ...NO_FILES, id, name });
  for (const { projectId: id, projectName, ...sums } of counted) {
    const name = found.get(id)?.name ?? projectName ?? id;
    found.set(id, { ...sums, id, name });
  }
  return [...found.values()];
}

/** `isRead`: the list was asked for with an answer; until then a project that is not here may still come. */
export function useKnownProjects() {
  const { value, fault } = useRead('projects.list');
  const counted = useCore(({ status }) => status?.account?.projects ?? NO_PROJECTS);
  const projects = useMemo(() => watchedProjects(value?.projects ?? [], counted), [value, counted]);
  return { projects, isRead: value !== null || fault !== null };
}

export function useProjects(): readonly WatchedProject[] {
  return useKnownProjects().projects;
}

/** The service's id of a project that was created while offline, once it has one; until then the id itself. */
export function useRealProjectId(projectId: string): string {
  const { value } = useRead('outbox.list');
  const creator = creatorOf(projectId);
  if (creator === null) return projectId;
  const state = value?.changes.find(({ id }) => id === creator)?.state;
  return (state?.state === 'delivered' ? state.projectId : null) ?? projectId;
}
