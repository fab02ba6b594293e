/** The projects that the service lists, by what the signed-in person is in them: in it, or only invited to it. */
import { useMemo } from 'react';
import type { Project } from '../../src-shared/service/projects.ts';
import { useCore } from './bridge-context.ts';
import { useKnownProjects } from './use-projects.ts';
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

/**
 * Ids of the projects that are shown to this person although they neither lead them nor are among their members: the
 * service shows some within an organisation. Of a list of members that was cut nothing is said. Pure.
 */
export function seenFromOutside(
  projects: readonly Pick<Project, 'id' | 'members' | 'leaderId'>[],
  userId: string | null,
): ReadonlySet<string> {
  const isOutside = ({
    members: { records, totalRecords },
    leaderId,
  }: Pick<Project, 'members' | 'leaderId'>) =>
    leaderId !== userId &&
    totalRecords === records.length &&
    records.every(({ id }) => id !== userId);
  return new Set(projects.filter(isOutside).map(({ id }) => id));
}

export type Joined = ReturnType<typeof useJoinedProjects>;

export function useJoinedProjects() {
  const { projects, isRead } = useKnownProjects();
  const listed = useRead('projects.list').value?.projects;
  const userId = useSelf()?.userId ?? null;
  const open = useMemo(() => invitationsOf(listed ?? [], userId), [listed, userId]);
  const outside = useMemo(() => seenFromOutside(listed ?? [], userId), [listed, userId]);
  return {
    isRead,
    /** Of `projects`, those whose list of members does not name this person. */
    outside,
    projects: projects.filter(({ id }) => !open.has(id)),
    /** Projects with an open invitation to this person, which can take no files from them yet. */
    invitations: projects.filter(({ id }) => open.has(id)),
  };
}
