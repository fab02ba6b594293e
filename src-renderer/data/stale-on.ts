/** Which events of the core make which answers stale. A call that is missing here cannot be read with `useRead`. */
import type { CallName } from '../../src-shared/bridge/calls.ts';
import type { PageEvent } from '../bridge/bridge.ts';

type EventKinds = readonly PageEvent['kind'][];

/** Also what `useRead` and `useRange` may read. A snapshot makes everything stale; an empty list nothing else. */
export const STALE_ON = {
  'activity.done': ['files-changed', 'outbox-changed'],
  'activity.lines': [
    'files-changed',
    'outbox-changed',
    'folders-changed',
    'credits-changed',
    'transfers-changed',
    'session',
    'contact',
  ],
  'activity.log': ['files-changed', 'outbox-changed'],
  'admin.settings': [],
  'admin.user': [],
  'admin.users': [],
  'audit.rows': ['audits-changed'],
  'audit.runs': ['audits-changed'],
  'audit.schedules': ['audits-changed', 'folders-changed'],
  'audit.show': ['audits-changed'],
  'certificates.range': ['files-changed', 'certificates-changed'],
  'certificates.show': ['certificates-changed'],
  'credits.balance': ['credits-changed'],
  'credits.summary': ['credits-changed', 'folders-changed'],
  'credits.history': ['credits-changed'],
  'credits.limits': ['credits-changed'],
  'demo.door': [],
  'desktop.read': [],
  'downloads.list': ['downloads-changed'],
  'evidence.offer': [],
  'evidence.statement': ['files-changed', 'certificates-changed'],
  'evidence.work': [],
  'files.approved': ['files-changed', 'folders-changed', 'credits-changed'],
  'files.batch': ['files-changed', 'certificates-changed'],
  'files.difference': ['files-changed', 'downloads-changed'],
  'files.doubts': ['files-changed'],
  'files.explain': [],
  'files.groups': ['files-changed', 'folders-changed'],
  'files.labels': ['files-changed', 'folders-changed'],
  'files.offer': ['files-changed', 'folders-changed', 'credits-changed'],
  'files.onPlatform': ['files-changed', 'projects-changed'],
  'files.platformFile': ['files-changed'],
  'files.range': ['files-changed'],
  'files.selected': ['files-changed', 'folders-changed', 'credits-changed'],
  'files.show': ['files-changed', 'certificates-changed'],
  'files.subfolders': ['files-changed'],
  'files.times': ['files-changed'],
  'folders.list': ['files-changed', 'folders-changed'],
  'folders.preview': [],
  'folders.tree': [],
  'lineage.around': ['files-changed', 'projects-changed'],
  'lineage.kinship': ['files-changed', 'projects-changed'],
  'lineage.lacking': ['files-changed'],
  'lineage.range': ['files-changed', 'projects-changed'],
  'lineage.rules': ['files-changed', 'folders-changed'],
  'members.list': ['projects-changed', 'outbox-changed'],
  'outbox.list': ['outbox-changed', 'projects-changed', 'session'],
  'profile.address': [],
  'profile.avatar': ['projects-changed', 'outbox-changed'],
  'profile.permissions': ['session', 'credits-changed'],
  'profile.read': ['projects-changed', 'outbox-changed'],
  'projects.list': ['projects-changed', 'outbox-changed'],
  'projects.show': ['projects-changed', 'outbox-changed'],
  'search.find': ['files-changed', 'certificates-changed', 'projects-changed'],
  'settings.diagnostics': [],
  'settings.read': [],
  'settings.watching': ['folders-changed'],
  'status.carriedOver': ['session'],
  'status.read': [],
  'tags.list': ['projects-changed', 'outbox-changed'],
  'transfers.view': ['transfers-changed', 'files-changed', 'waiting', 'contact'],
  'users.permissions': [],
  'users.transactions': ['credits-changed'],
} as const satisfies Partial<Record<CallName, EventKinds>>;

/** Answers that also ask the service, which is not asked at each change of a file. */
export const LATER_STALE_ON: Partial<Record<CallName, EventKinds>> = {
  'credits.summary': ['files-changed', 'outbox-changed'],
};

/** A call whose answer is kept on screen. */
export type ReadName = keyof typeof STALE_ON;

/** May this answer be different after such an event? */
export function isStaleOn(name: ReadName, kind: PageEvent['kind']): boolean {
  const kinds: EventKinds = STALE_ON[name];
  return kind === 'snapshot' || kinds.includes(kind);
}
