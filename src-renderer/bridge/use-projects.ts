/** The projects a person can see, each with what this computer watches for it. */
import { useMemo } from 'react';
import type { AccountStatus } from '../../src-shared/model/account-status.ts';
import { useCore } from './bridge-context.ts';
import type { PageEvent } from './bridge.ts';
import { useRead } from './use-read.ts';

export interface WatchedProject {
  readonly id: string;
  readonly name: string;
  /** Files in this computer's folders of the project. */
  readonly files: number;
  readonly needYou: number;
}

const NOTHING = {};
const STALE_ON: readonly PageEvent['kind'][] = ['projects-changed'];
const NO_FOLDERS: AccountStatus['folders'] = [];

/** Those of the list in its order, then those that only this computer's folders know of. */
export function watchedProjects(
  listed: readonly { readonly id: string; readonly name: string }[],
  folders: AccountStatus['folders'],
): readonly WatchedProject[] {
  const found = new Map<string, WatchedProject>();
  for (const { id, name } of listed) found.set(id, { id, name, files: 0, needYou: 0 });
  for (const { projectId: id, projectName, files, needYou } of folders) {
    const before = found.get(id) ?? { id, name: projectName ?? id, files: 0, needYou: 0 };
    found.set(id, {
      ...before,
      files: before.files + files,
      needYou: before.needYou + needYou,
    });
  }
  return [...found.values()];
}

export function useProjects(): readonly WatchedProject[] {
  const { value } = useRead('projects.list', NOTHING, STALE_ON);
  const folders = useCore(({ status }) => status?.account?.folders ?? NO_FOLDERS);
  return useMemo(() => watchedProjects(value?.projects ?? [], folders), [value, folders]);
}
