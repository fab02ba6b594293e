/**
 * Who may do what in a project. Members that are on hold see the project they are invited to, nothing in it; users of
 * the same organisation see a project of scope Public and its public files. Under the reading `projectsShownTo:
 * members` neither of them sees anything of it.
 */
import { forbidden, notFound } from '../http/answer.ts';
import type { Visibility } from '../store/file-table.ts';
import type { Project } from '../store/project-table.ts';
import type { Service } from '../service.ts';
import type { Store } from '../store/store.ts';
import type { User } from '../store/user-table.ts';

type AccessStore = Pick<Store, 'projects' | 'members'>;

interface AccessParts extends Pick<Service, 'readings'> {
  readonly store: AccessStore;
}

/** What somebody is to a project, the strongest that holds. */
export type Standing = 'admin' | 'leader' | 'member' | 'invited' | 'colleague' | 'stranger';

export function standing({ store, readings }: AccessParts, user: User, project: Project): Standing {
  if (project.leaderId === user.id) return 'leader';
  if (user.isAdmin) return 'admin';
  const membership = store.members.find(project.id, user.id);
  if (membership !== null) return membership.isActive ? 'member' : 'invited';
  const isColleague =
    readings().projectsShownTo === 'involved' &&
    project.organisationScope === 'Public' &&
    project.organisation !== '' &&
    project.organisation.toLowerCase() === user.organisation.toLowerCase();
  return isColleague ? 'colleague' : 'stranger';
}

export function maySeeProject(parts: AccessParts, user: User, project: Project): boolean {
  const its = standing(parts, user, project);
  const isHidden = its === 'invited' && parts.readings().projectsShownTo === 'members';
  return its !== 'stranger' && !isHidden;
}

export function mayReadFiles(
  parts: AccessParts,
  user: User,
  project: Project,
  visibility: Visibility,
): boolean {
  const its = standing(parts, user, project);
  const isInside = its === 'leader' || its === 'admin' || its === 'member';
  return isInside || (its === 'colleague' && visibility === 'public');
}

/** Throws a 404 for an id no project has. */
export function requireProject(store: AccessStore, projectId: string): Project {
  const project = store.projects.find(projectId);
  if (project === null) throw notFound('No such project');
  return project;
}

export function requireVisibleProject(parts: AccessParts, user: User, projectId: string): Project {
  const project = requireProject(parts.store, projectId);
  if (!maySeeProject(parts, user, project)) throw forbidden('You have no access to this project');
  return project;
}

/** The project, when the caller leads it or is an administrator. */
export function requireManagedProject(parts: AccessParts, user: User, projectId: string): Project {
  const project = requireProject(parts.store, projectId);
  const its = standing(parts, user, project);
  if (its !== 'leader' && its !== 'admin') {
    throw forbidden('Only the leader of the project may do this');
  }
  return project;
}

export function requireReadableProject(
  parts: AccessParts,
  user: User,
  projectId: string,
  visibility: Visibility,
): Project {
  const project = requireProject(parts.store, projectId);
  if (mayReadFiles(parts, user, project, visibility)) return project;
  throw forbidden(`You have no access to the ${visibility} files of this project`);
}

/** The project, when the caller may add files to it: its leader and its active members. */
export function requireWritableProject(parts: AccessParts, user: User, projectId: string): Project {
  const project = requireProject(parts.store, projectId);
  const its = standing(parts, user, project);
  if (its === 'leader' || its === 'member') return project;
  throw forbidden(
    its === 'invited'
      ? 'Your invitation to this project is on hold until it is accepted'
      : 'Only members of the project may upload files',
  );
}
