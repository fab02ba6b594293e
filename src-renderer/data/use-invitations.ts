/** The projects that the service lists, by what the signed-in person is in them: in it, or only invited to it. */
import { useMemo } from 'react';
import type { Project } from '../../src-shared/service/projects.ts';
import { useCore } from './bridge-context.ts';
import { type KnownProjects, useKnownProjects, type WatchedProject } from './use-projects.ts';
import { useRead } from './use-read.ts';

/** The signed-in person as the session names them, or null. */
export function useSelf(): { readonly userId: string; readonly email: string } | null {
  const session = useCore(({ status }) => status?.session ?? null);
  return session === null || session.state === 'signed-out' ? null : session;
}

/** Ids of the projects in whose lists of members this person has an open invitation. Pure. */
export function invitationsOf(
  projects: readonly Pick<Project, 'id' | 'members'>[],
  userId: string | null,
): ReadonlySet<string> {
  const isOpen = ({ members }: Pick<Project, 'members'>) =>
    members.records.some(({ id, status }) => id === userId && status === 'On-hold');
  return new Set(projects.filter(isOpen).map(({ id }) => id));
}

export interface Joined extends KnownProjects {
  /** Projects with an open invitation to this person, which can take no files from them yet. */
  readonly invitations: readonly WatchedProject[];
}

const NOTHING = {};

export function useJoinedProjects(): Joined {
  const { projects, isRead } = useKnownProjects();
  const listed = useRead('projects.list', NOTHING).value?.projects;
  const userId = useSelf()?.userId ?? null;
  const open = useMemo(() => invitationsOf(listed ?? [], userId), [listed, userId]);
  return {
    isRead,
    projects: projects.filter(({ id }) => !open.has(id)),
    invitations: projects.filter(({ id }) => open.has(id)),
  };
}
