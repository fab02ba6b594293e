/** The addresses of the pages: what the router matches, and where links and buttons lead. No address is written elsewhere. */
import { creatorOf } from '../src-shared/model/changes/local-id.ts';
import type { FileState, HoldReason } from '../src-shared/model/files/file-state.ts';
import type { HelpPage, HelpTopic } from '../src-shared/model/text/guide-topics.ts';

export const ROUTES = {
  overview: '/',
  welcome: '/welcome',
  signIn: '/sign-in',
  register: '/register',
  activate: '/activate',
  forgotPassword: '/forgot',
  resetPassword: '/reset',
  firstRun: '/first',
  files: '/files',
  addFiles: '/add',
  watch: '/watch',
  activity: '/activity',
  credits: '/credits',
  outbox: '/outbox',
  certificates: '/certificates',
  verify: '/verify',
  audits: '/audits',
  audit: '/audits/:runId',
  projects: '/projects',
  newProject: '/projects/new',
  projectDetails: '/projects/:projectId/details',
  projectFiles: '/projects/:projectId/files',
  addProjectFiles: '/projects/:projectId/add',
  file: '/projects/:projectId/files/:fileId',
  certificate: '/projects/:projectId/files/:fileId/certificate',
  platform: '/projects/:projectId/platform',
  folders: '/projects/:projectId/folders',
  folder: '/projects/:projectId/folders/:folderId',
  members: '/projects/:projectId/members',
  lineage: '/projects/:projectId/lineage',
  completeLineage: '/projects/:projectId/lineage/complete',
  tags: '/tags',
  profile: '/profile',
  users: '/admin/users',
  user: '/admin/users/:userId',
  help: '/help',
  settings: '/settings',
  settingsSection: '/settings/:section',
} as const;

/** Where a page is that was opened with its key, until it is known where to begin: there is nothing to see. */
export const JUST_OPENED = '/opened';

/** What `:section` may be, in the order of their links. */
export const SETTINGS_SECTIONS = [
  'general',
  'watching',
  'spending',
  'pace',
  'notifications',
  'appearance',
  'keyboard',
  'data',
  'diagnostics',
  'about',
] as const;

type Routes = typeof ROUTES;

/** One text for each name with a colon in a pattern. */
type Ids<Pattern extends string> = Pattern extends `${string}:${string}/${infer Rest}`
  ? [id: string, ...rest: Ids<Rest>]
  : Pattern extends `${string}:${string}`
    ? [id: string]
    : [];

/** The address of a page; ids take the places of the names with a colon, in their order. */
export function pathTo<Name extends keyof Routes>(name: Name, ...ids: Ids<Routes[Name]>): string {
  const values: readonly string[] = ids;
  let at = 0;
  return ROUTES[name].replaceAll(/:\w+/g, () => encodeURIComponent(values[at++] ?? ''));
}

/** The first page of a project. One that waits to be created has no files yet: its details say what happens to it. */
export function pathToProject(projectId: string): string {
  return pathTo(creatorOf(projectId) === null ? 'projectFiles' : 'projectDetails', projectId);
}

/** `part`: the anchor of a paragraph. */
export function pathToHelp(page: HelpPage, part?: string): string {
  if (page === 'start') return ROUTES.help;
  const within = part === undefined ? '' : `&part=${encodeURIComponent(part)}`;
  return `${ROUTES.help}?page=${page}${within}`;
}

/** What hard words on the screen mean. */
export const HELP_TOPICS = {
  fingerprint: 'glossary#fingerprint',
  certificate: 'glossary#certificate',
  credits: 'principal-investigator#credits',
  watchedFolder: 'researcher#a-watched-folder',
  duplicateCheck: 'glossary#duplicate-check',
  evidence: 'glossary#evidence-bundle',
  audit: 'glossary#audit',
  outbox: 'glossary#outbox',
  results: 'check-a-proof#what-the-results-mean',
  paper: 'researcher#for-a-paper',
  qrLabels: 'researcher#labels-with-qr-codes',
} as const satisfies Readonly<Record<string, HelpTopic>>;

const HELP_BY_SCREEN: readonly (readonly [RegExp, HelpPage])[] = [
  [/^\/(verify|certificates|audits)|\/certificate$/, 'check-a-proof'],
  [/^\/(activity|outbox)/, 'when-something-is-wrong'],
  [/^\/admin/, 'administrator'],
  [/^\/(credits|projects$)|\/members$/, 'principal-investigator'],
  [/^\/(watch|files|add|first|$)|^\/projects\//, 'researcher'],
];

/** The page of the guide that tells of a screen. */
export function helpFor(pathname: string): HelpPage {
  return HELP_BY_SCREEN.find(([screen]) => screen.test(pathname))?.[1] ?? 'start';
}

/** In an address: its filter was set by a link, not by the person, and ends once no file fits it. */
export const SET_BY_LINK = { by: 'link' } as const;
const BY_LINK = new URLSearchParams(SET_BY_LINK).toString();

/** The list of all files of this computer in a state, or held for a reason. */
export function pathToFilesIn(state: FileState, hold: HoldReason | null): string {
  return `${ROUTES.files}?show=${hold === null ? state : `${state}.${hold}`}&${BY_LINK}`;
}

/** Where a file of this computer is compared with its record; it is read at once. `rowId`: its number here. */
export function pathToVerify(projectId: string, fileId: string, rowId: string): string {
  const asked = new URLSearchParams({ tab: 'verify', copy: rowId });
  return `${pathTo('certificate', projectId, fileId)}?${asked.toString()}`;
}

/** The files of a watched folder, the newest first. */
export function pathToFolderFiles(projectId: string, folderId: string): string {
  return `${pathTo('projectFiles', projectId)}?folder=${encodeURIComponent(folderId)}`;
}

/** The files of a subfolder of a watched folder, with everything below; an empty one: of all the folder. */
export function pathToSubfolderFiles(folderId: string, subfolder: string): string {
  const folder = subfolder === '' ? folderId : `${folderId}/${subfolder}`;
  return `${ROUTES.files}?${new URLSearchParams({ folder }).toString()}`;
}

export function pathToLabelFiles(label: string): string {
  return `${ROUTES.files}?${new URLSearchParams({ label }).toString()}`;
}

/** What the list of certificates shows. */
export const CERTIFICATES_SHOWN = ['all', 'missing'] as const;
export type CertificatesShown = (typeof CERTIFICATES_SHOWN)[number];

/** The certificates that the service does not give. */
export function pathToMissingCertificates(): string {
  return `${ROUTES.certificates}?show=${'missing' satisfies CertificatesShown}`;
}

/** Where a folder is chosen to be watched for a project. */
export function pathToWatch(projectId: string): string {
  return `${ROUTES.watch}?project=${encodeURIComponent(projectId)}`;
}

/** The drawing of a project's lineage with a file in the middle. */
export function pathToGraph(projectId: string, nodeId: string): string {
  return `${pathTo('lineage', projectId)}?view=graph&focus=${encodeURIComponent(nodeId)}`;
}

/** The page of another host on this computer: beside our own, under the name by which this page knows the computer. */
export function addressOfHost(
  { protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>,
  port: number,
  /** Goes where a launch key goes; without one its first page. */
  key = '/',
): string {
  return `${protocol}//${hostname}:${port}/#${key}`;
}
