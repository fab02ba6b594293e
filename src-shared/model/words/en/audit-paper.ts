/** The printed report of an audit, in English. */
import { auditedFiles, isAllProven } from '../../proofs/audit.ts';
import type { AuditPaperWords } from '../audit-paper-words.ts';
import { auditWords } from './audits.ts';
import { byteText, counted, fileText, momentText } from './figures.ts';
import { stateLabel } from './states.ts';

export const auditPaperWords: AuditPaperWords = {
  language: 'en',
  audits: auditWords,
  figures: { moment: momentText, state: stateLabel },
  bytes: byteText,
  files: fileText,
  title: 'Audit report',
  outcome(run) {
    const { totals, state } = run;
    const open = auditedFiles(totals) - totals.verdicts.proven - totals.moved;
    if (state !== 'complete') return `${auditWords.states[state]}.`;
    if (auditedFiles(totals) === 0) return 'The folder has no files.';
    if (isAllProven(run)) return 'Every file is proven unchanged.';
    return `${counted(open, 'file is', 'files are')} not proven unchanged.`;
  },
  labels: {
    folder: 'Folder',
    audit: 'Audit number',
    began: 'Began',
    ended: 'Ended',
    startedBy: 'Started by',
    resumptions: 'Times continued',
    state: 'State',
    files: 'Files',
    read: 'Read',
    moved: 'Moved or renamed within the folder',
    deleted: 'Proven, and deleted on the platform since',
    silent: 'Changed silently',
    notLookedAt: 'Not read',
    list: 'SHA-256 of the complete list (CSV)',
    name: 'Name',
    date: 'Date',
    signature: 'Signature',
  },
  startedBy: { person: 'a person', schedule: 'the schedule' },
  notLookedAt: ({ ignoredFiles, ignoredFolders, links, special }) =>
    [
      ...(ignoredFiles > 0 ? [`${fileText(ignoredFiles)} by rules`] : []),
      ...(ignoredFolders > 0 ? [`${counted(ignoredFolders, 'folder', 'folders')} by rules`] : []),
      ...(links > 0 ? [counted(links, 'link', 'links')] : []),
      ...(special > 0 ? [counted(special, 'pipe or device', 'pipes or devices')] : []),
    ].join(', '),
  method:
    'Every file was read from its first to its last byte and compared with what is notarized. Nothing was sent and nothing was changed. Times are UTC.',
  confirms: 'I have read this report.',
  checked: (moment) => `read ${moment}`,
  record: ({ fileId, projectId }) => `record ${fileId} in project ${projectId}`,
  status: (status) => `the service says: ${status}`,
  before: (size, modified) => `when it was proven: ${size}, modified ${modified}`,
  more: (count) => `${counted(count, 'more file', 'more files')}: see the complete list.`,
  rowsGone: 'This audit is older: of proven files only their number is kept.',
  listGone: (hasDigest) =>
    hasDigest
      ? 'Labseal no longer keeps this list itself: a saved copy is complete and unchanged if it has this digest.'
      : 'Labseal no longer keeps the complete list of this older audit, nor its digest.',
  page: (page, of) => `Page ${page} of ${of}`,
};
