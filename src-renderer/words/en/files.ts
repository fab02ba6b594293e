import { number, plural, pluralForm } from './figures.ts';

export const files = {
  allFiles: 'All files',
  oneFile: 'File',
  addFiles: 'Add files',
  addText: 'A copy is kept by Labseal, so you can close the page or move the files meanwhile.',
  dropLabel: 'Files to notarize',
  chosen: 'Chosen files',
  leaveOut: (name: string) => `Leave out ${name}`,
  folderDropped: (name: string) =>
    `“${name}” is a folder and was not added. Choose its files, or watch the folder.`,
  watchInstead: 'Watch a folder instead',
  needFiles: 'Choose at least one file.',
  addCount: (count: number) =>
    count === 0 ? 'Add files' : `Add ${plural(count, 'file', 'files')}`,
  addedText:
    'Nothing is recorded or charged before you approve the price. You can leave this page; the work goes on.',
  addMore: 'Add more files',
  batchProgress: 'Progress of the files added',
  batchDone: (done: number, total: number) => `${number(done)} of ${number(total)} done`,
  batchNeedAttention: (count: number) =>
    pluralForm(count, '1 needs attention', `${number(count)} need attention`),
  batchTimeLeft: (duration: string) => `about ${duration} left`,
  batchMore: (count: number) => `${plural(count, 'more file', 'more files')} not listed here`,
  openPage: 'Open as a page',
  backToList: 'All files of the project',
  goneText:
    'Nothing is known about this file on this computer any more. Its record on the service is not touched by that.',
  more: 'More',
  moreOf: (what: string) => `More: ${what}`,
  history: 'History',
  selection: 'Selected files',
  selected: (count: number) => `${number(count)} chosen`,
  choose: (name: string) => `Choose ${name}`,
  letGo: 'Clear selection',
  priceUnread: 'The price could not be read',
  approveSelected: 'Notarize held files…',
  undoSelected: 'Undo approval',
  includeSelected: 'Include again…',
  serviceSaid: (words: string) => `The service says: “${words}”`,
  overLimit: {
    run: (limit: number) =>
      `It goes over the ${plural(limit, 'credit', 'credits')} that you allowed. Approve it to let it through once.`,
    reserve: (limit: number) =>
      `It would use your reserve of ${number(limit)}. Approve it to let it through once.`,
    month: (limit: number) =>
      `It goes over your monthly limit of ${number(limit)}. Approve it to let it through once.`,
    folder: (limit: number) =>
      `It goes over the folder’s budget of ${number(limit)}. Approve it to let it through once.`,
  },
  idInUse: (fileId: string, name: string | null) =>
    name === null ? `That id is ${fileId}.` : `That id is ${fileId}, the record of ${name}.`,
  recordDeleted: (when: string | null, price: string) =>
    when === null
      ? `The record of this content is being deleted on the service. Notarize it again? It costs ${price}.`
      : `The record of this content was deleted on the service (seen on ${when}). Notarize it again? It costs ${price}.`,
  recordUnseen: (status: number | null, says: string | null) =>
    status === null
      ? 'The service has the file, but does not list it yet. Labseal checks again automatically.'
      : `The service has received it, but answered ${status} for the list of the project${says === null ? '' : `: “${says}”`}. Labseal asks again automatically; ask the leader of the project for access to its list.`,
  unknownStatus: (status: string) =>
    `The service has the file and calls it “${status}”, a word that Labseal does not know. Labseal checks again automatically; if it stays like this, tell the people who run the service.`,
  notCarriedOut: (status: number) =>
    `The service did not take the file: it answered ${status}. Nothing was charged, and Labseal tries again automatically.`,
  noProgress: (tries: number) =>
    `${plural(tries, 'try', 'tries')} in a row failed. Labseal tries again automatically.`,
  listRefused: (status: number | null, says: string | null) =>
    `An earlier try broke off, and the service does not show whether the file arrived${status === null ? '' : ` (it answered ${status}${says === null ? '' : `: “${says}”`})`}. Ask the leader of the project for access to its list, then try again.`,
  notarizedElsewhere:
    'Its content is notarized already, in another project or visibility: open the file to see where. Nothing was sent or charged.',
  duplicate: (name: string, project: string) =>
    `Same content as ${name} in ${project}. No credits were used.`,
  whyNot: 'Why is this not uploaded?',
  onDisk: 'On the disk',
  diskSays: {
    file: 'It is there.',
    directory: 'A folder has taken its name.',
    symlink: 'It is a link; links are not followed.',
    special: 'It is no ordinary file.',
    'labseal-data': 'It belongs to Labseal’s own data, which is never uploaded.',
    absent: 'It is not there any more.',
    unreadable: 'It cannot be read.',
  },
  inFolder: 'In the folder',
  noFolder: 'In no watched folder; it was chosen by hand.',
  leftOutBy: 'Left out by',
  noRule: 'No rule',
  waitsFor: 'How it stands',
  noCredits: 'None',
  thereBefore: 'It was there before its folder was watched, and only new files are wanted.',
  checkAgainOf: (name: string) => `Check again: ${name}`,
  uploadAgainOf: (name: string, price: string) => `Send again (${price}): ${name}`,
  stillNotRecorded: 'Checked just now: still not recorded.',
  serviceId: 'Id on the service',
  reportProject: 'Project',
  reportSays: 'The service says',
  actions: {
    assign: 'Edit project and labels…',
    'use-now': "Don't wait, use it now",
    again: 'Try again',
    'send-next': 'Send next',
    undo: 'Undo approval',
    stop: 'Stop its upload',
    restart: 'Return to queue',
    ignore: 'Ignore this file',
    'check-record': 'Check again',
    'copy-report': 'Copy report',
    locate: 'It is here now…',
    'forget-copy': 'Forget local copy',
    certificate: 'Open certificate',
    verify: 'Verify again',
    delete: 'Delete on the service…',
  },
  priced: {
    upload: (price: string) => `Notarize (${price})`,
    approve: (price: string) => `Notarize (${price})`,
    'keep-version': (price: string) => `Notarize as new version (${price})…`,
    'upload-again': (price: string) => `Send again (${price})…`,
    'send-again': (price: string) => `Send again (${price})`,
    include: (price: string) => `Include again (${price})`,
  },
  locateTitle: 'Where is the file now?',
  locateText:
    'Labseal looks for the file in the folder you choose (free). Its certificate stays the same.',
  versions: 'Compare versions',
  versionNotarized: 'Notarized',
  versionHere: 'Here now',
  difference: {
    text: (added: number, removed: number) =>
      added + removed === 0
        ? 'The text is the same by now.'
        : `${plural(added, 'line', 'lines')} added, ${plural(removed, 'line', 'lines')} removed.`,
    otherText: (before: number, now: number) =>
      `Nearly all of it is different: ${plural(before, 'line', 'lines')} before, ${number(now)} now.`,
    noText: 'It is no text, so the difference cannot be shown line by line.',
    tooLarge: 'Only files up to 1 MB are compared line by line.',
    noCopyPrivate:
      'To see what differs, put the old file from your backup into a watched folder: no copy of it is known here.',
    noCopyPublic:
      'To see what differs, restore the old file into a folder: no copy of it is known here.',
    unreadable: 'The file cannot be read now, so what differs is not known.',
  },
  oldCopyAt: (path: string) => `The notarized file is also here: ${path}`,
  differences: 'What differs',
  differencesCut: 'Only the first 400 lines are shown.',
  lineIs: { added: 'Added: ', removed: 'Removed: ' },
  restore: 'Restore from the service…',
  restorePrivate:
    'The service cannot return private files. Restore the old file from your backup and this warning goes away.',
  keepVersionText:
    'What is here now is notarized as a new version. The earlier record stays as it is.',
  assignTitle: (count: number) =>
    pluralForm(
      count,
      'Project and labels of this file',
      `Project and labels of ${number(count)} files`,
    ),
  deniedChecking: 'Labseal makes sure that nothing was recorded or charged.',
  deletionNotRecorded:
    'The service could not record the deletion, and may still have the content. Record and certificate are as they were.',
  deletedBecause: (when: string, reason: string) => `You had it deleted on ${when}: “${reason}”.`,
  deleteTitle: 'Delete on the service?',
  deleteText:
    'It is marked as deleted on the service; its history stays. The file on this computer is not touched.',
  deleteReason: 'Reason',
  deleteNeedsReason: 'Say why; it is recorded.',
  deleteNext: 'Show price',
  deleteAgree: 'Delete',
  whyState: {
    discovered: 'Queued for its first check.',
    settling: 'It is still being written. Labseal checks it again automatically.',
    hashing: 'Nothing is sent while the fingerprint is taken.',
    checking:
      'Labseal asks the service whether it has this content. That sends the file (free), unless a list shows it.',
    duplicate: 'Identical content is on the service. No credits were used.',
    ready: 'Waiting for your approval of its price.',
    held: 'It is held.',
    uploading: 'It is being sent.',
    confirming: 'Labseal is looking for it on the service.',
    recording: 'The service has received it and writes it to the chain.',
    notarized: 'It is recorded, and this copy still has the recorded fingerprint.',
    record_error:
      'The service could not write it to the chain. It was received; credits may have been used.',
    failed: 'Nothing was recorded.',
    changed: 'This is no longer what was notarized. The record and its certificate are untouched.',
    missing: 'Record and certificate are safe. The local file was moved or deleted.',
    remote_only: 'Record and certificate are safe. There is no copy on this computer.',
    deleting: 'Its deletion is being recorded.',
    deleted: 'Its history is kept on the service.',
    ignored: 'A rule leaves it out.',
    unreadable: 'It cannot be read now. Labseal tries again at every scan.',
  },
  creditsRefused:
    'The service refused this file: not enough credits. It is sent when you have enough.',
  whyHold: {
    credits: 'Your balance is not enough. The file is sent when it is.',
    balance_unknown:
      'Your balance could not be read. It goes on when the balance is known; nothing was charged for it.',
    budget: 'It would pass a limit that you set. Approve it to let it pass once.',
    size_limit: 'The service accepts files up to 2.5 GB. Nothing was sent and nothing was charged.',
    size_confirm: 'It is close to 2.5 GB, the most the service accepts. Approve it to try.',
    procedure: 'A secondary file has to say how it was made and from what.',
    labels: 'The service takes no file without a label. Add one.',
    primary_pending: 'Its primary file has to be recorded first.',
    twin_pending: 'A file with the same content goes first, so that it is paid for once.',
    project: 'Its project is still being created.',
    offline: 'It goes on when there is a connection.',
    signed_out: 'It goes on when you have signed in.',
    server: 'It goes on when the service answers again.',
    paused: 'Uploads are paused.',
    permission: 'You may not add files to this project. Ask its leader, or choose another project.',
    review: 'It waits for you to approve it.',
    refusal: 'Nothing was recorded. Change what it asks for, or try again.',
    id_in_use:
      'The service gave this file the id of another one, and it counts as charged. Tell the people who run the service: sending it again is charged again.',
    record_deleted:
      'It was notarized, and its record was deleted on the service. Notarizing it again is charged again.',
    undecided: 'If it arrived after all, sending it again is paid twice.',
  },
  title: 'Files',
  search: 'Search name or folder',
  /** In the field itself, beside the sign of a search. */
  searchInvitation: 'Name or folder',
  furtherFilters: 'Filters',
  folder: 'Folder',
  allFolders: 'All folders',
  moreFolders: (count: number) =>
    `Only the first ${number(count)} folders are listed. Search for the name of another one.`,
  name: 'Name',
  status: 'Status',
  size: 'Size',
  credits: 'Credits',
  when: 'When',
  groups: {
    all: 'All',
    waiting: 'Waiting',
    running: 'Running',
    notarized: 'Notarized',
    attention: 'Needs attention',
    'left-out': 'Left out',
  },
  allTypes: 'All types',
  allVisibilities: 'Public and private',
  allLabels: 'All labels',
  label: 'Label',
  filters: 'What the list shows',
  filter: 'Show',
  held: 'Held or waiting',
  count: (count: number) => plural(count, 'file', 'files'),
  listOf: (project: string) => `Files of ${project}`,
  visibility: { public: 'Public', private: 'Private' },
  visibilityLabel: 'Visibility',
  path: 'On this computer',
  lastPath: 'Last location on this computer',
  fingerprint: 'Fingerprint',
  noFingerprint: 'Not taken yet',
  none: 'No files yet',
  noneText: 'Files of the folders you watch for this project appear here.',
  arrived: (count: number) => plural(count, 'new file', 'new files'),
  noneInFolder: 'No files in this folder yet',
  noneInFolderText: 'Its files appear here as they are found.',
  noneFound: 'No file fits',
  noneFoundText: 'No file fits all the filters above.',
  linkEmptied: (state: string) => `No file is “${state}” any more. Here are all files.`,
  clearFilters: 'Clear filters',
  unknownProject: 'This project is not on this computer.',
  steps: {
    saved: 'Saved and stable',
    fingerprinted: 'Fingerprinted',
    checked: 'Looked for duplicates',
    uploaded: 'Sent',
    recorded: 'Checked and recorded',
    certificate: 'Certificate saved',
    found: 'Already on the service',
    refused: 'The service did not say whether it has it',
  },
};
