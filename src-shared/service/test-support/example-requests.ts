/** One valid body for every kind of request; a test overrides only what it is about. */
import type { EndpointName } from '../endpoints.ts';
import type { NewProject, ProjectChange, ProjectValues } from '../projects.ts';
import type { ProfileChange } from '../users.ts';

const project: ProjectValues = {
  name: 'Cell line study',
  area: 'Biology',
  organisation: 'Example Institute',
  location: 'Oxford',
  tags: ['cells'],
  organisationScope: 'Public',
  leaderScope: 'Full Access',
  startDate: '2026-11-20T09:44:12Z',
  endDate: '2027-11-20T09:44:12.120Z',
  maxNumberOfMembers: 12,
};

export const NEW_PROJECT: NewProject = {
  ...project,
  leader: 'Ada Lovelace',
  maxNumberOfMembers: '12',
  members: ['user-2'],
};

export const PROJECT_CHANGE: ProjectChange = project;

export const PRIMARY_FORM = { type: 'primary', label: 'run, 7', uploaded: '2026-11-20T09:44:12Z' };

export const SECONDARY_FORM = {
  ...PRIMARY_FORM,
  type: 'secondary',
  procedureDescription: 'Peaks were picked.',
  linkToProcedure: 'file-1',
  primaryData: 'file-1,file-2',
};

export const PROFILE: ProfileChange = {
  name: 'Ada',
  lastName: 'Lovelace',
  organisation: 'Institute',
  location: 'Oxford',
};

/** Endpoints that send JSON, each with a valid body. */
export const JSON_REQUESTS: Readonly<Partial<Record<EndpointName, object>>> = {
  login: { email: 'ada@example.org', password: 'secret' },
  register: { ...PROFILE, email: 'ada@example.org', password: 'secret' },
  resetPassword: { password: 'secret' },
  updateUser: PROFILE,
  adjustCredits: { amount: 100, operationType: 'add' },
  suspendUser: { reason: 'asked for it' },
  createTag: { name: 'cells' },
  createProject: NEW_PROJECT,
  updateProject: PROJECT_CHANGE,
  deletePublicFile: { userId: 'user-1', reason: 'wrong file' },
  deletePrivateFile: { userId: 'user-1', reason: 'wrong file' },
};
