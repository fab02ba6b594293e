/** What stands in English on the printed report of an audit, beside the findings of `audit-words.ts`. */
import {
  auditedFiles,
  type AuditRecord,
  type AuditRun,
  isAllProven,
  openFiles,
} from '../../proofs/audit.ts';
import { auditWords } from './audits.ts';
import { byteText, counted, fileText, momentText } from './figures.ts';
import { stateLabel } from './states.ts';

export const auditPaperWords = {
  language: 'en',
  audits: auditWords,
  figures: { moment: momentText, state: stateLabel },
  bytes: byteText,
  files: fileText,
  title: 'Audit report',
  /** What it came to, in a sentence. */
  outcome(run: AuditRun): string {
    const { totals, state } = run;
    const open = openFiles(totals);
    if (state !== 'complete') return `${auditWords.states[state]}.`;
    if (auditedFiles(totals) === 0) return 'The folder has no files.';
    if (isAllProven(run)) return 'Every file is proven unchanged.';
    return `${counted(open, 'file is', 'files are')} not proven unchanged.`;
  },
  labels: {
    folder: 'Folder',
    service: 'Service',
    account: 'Account',
    audit: 'Audit number',
    began: 'Began',
    ended: 'Ended',
    startedBy: 'Started by',
    resumptions: 'Times continued',
    state: 'State',
    files: 'Files',
    read: 'Read',
    moved: 'Moved or renamed within the folder',
    deleted: 'Proven, and deleted on the service since',
    silent: 'Changed silently',
    notLookedAt: 'Not read',
    list: 'SHA-256 of the complete list (CSV)',
    name: 'Name',
    date: 'Date',
    signature: 'Signature',
  },
  startedBy: { person: 'a person', schedule: 'the schedule' } satisfies Record<
    AuditRun['startedBy'],
    string
  >,
  /** "3 files by rules, 1 link"; empty when there is nothing. */
  notLookedAt: ({ ignoredFiles, ignoredFolders, links, special }: AuditRun['totals']) =>
    [
      ...(ignoredFiles > 0 ? [`${fileText(ignoredFiles)} by rules`] : []),
      ...(ignoredFolders > 0 ? [`${counted(ignoredFolders, 'folder', 'folders')} by rules`] : []),
      ...(links > 0 ? [counted(links, 'link', 'links')] : []),
      ...(special > 0 ? [counted(special, 'pipe or device', 'pipes or devices')] : []),
    ].join(', '),
  /** How it was done, and in which time zone moments are. */
  method:
    'What is counted as read was read from its first to its last byte and compared with what is notarized. Nothing was sent and nothing was changed. Times are UTC.',
  forgeable: (algorithm: string) =>
    `The records name ${algorithm} fingerprints, an old kind that can be forged: two files can be made on purpose that share one.`,
  /** What a person who signs confirms. */
  confirms: 'I have read this report.',
  checked: (moment: string) => `read ${moment}`,
  record: ({ fileId, projectId }: Pick<AuditRecord, 'fileId' | 'projectId'>) =>
    `record ${fileId} in project ${projectId}`,
  status: (status: string) => `the service says: ${status}`,
  before: (size: string, modified: string) => `when it was proven: ${size}, modified ${modified}`,
  /** Rows that have no room on the paper. */
  more: (count: number) => `${counted(count, 'more file', 'more files')}: see the complete list.`,
  /** Rows of proven files that an older audit no longer has. */
  rowsGone: 'This audit is older: of proven files only their number is kept.',
  /** Its complete list is not kept any more; whether its digest is printed above. */
  listGone: (hasDigest: boolean): string =>
    hasDigest
      ? 'Labseal no longer keeps this list itself: a saved copy is complete and unchanged if it has this digest.'
      : 'Labseal no longer keeps the complete list of this older audit, nor its digest.',
  page: (page: number, of: number) => `Page ${page} of ${of}`,
};
export type AuditPaperWords = typeof auditPaperWords;
