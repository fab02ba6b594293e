/** The English names of states and holds, as lists, bars and filters show them. */
import type { FileState, HoldReason } from '../../files/file-state.ts';

export const stateLabels: Readonly<Record<Exclude<FileState, 'held'>, string>> = {
  discovered: 'Found',
  settling: 'Waiting until saved',
  hashing: 'Fingerprinting',
  checking: 'Checking the platform',
  duplicate: 'Already on the platform',
  ready: 'Ready to upload',
  uploading: 'Uploading',
  confirming: 'Checking the upload result',
  recording: 'Recording on chain',
  notarized: 'Notarized',
  record_error: 'Not recorded · error',
  failed: 'Refused by the service',
  changed: 'Changed since notarized',
  missing: 'Missing from this computer',
  remote_only: 'On the platform only',
  deleting: 'Being deleted',
  deleted: 'Deleted on the platform',
  ignored: 'Ignored',
  unreadable: "Can't be read",
};

export const holdLabels: Readonly<Record<HoldReason, string>> = {
  credits: 'Held · not enough credits',
  balance_unknown: 'Waiting for your balance',
  budget: 'Held · over your budget',
  size_limit: 'Held · larger than 2.5 GB',
  size_confirm: 'Held · large file, please confirm',
  procedure: 'Held · add procedure',
  labels: 'Held · add a label',
  primary_pending: 'Waiting for its primary file',
  twin_pending: 'Waiting for a file with the same content',
  project: 'Waiting for its project to be created',
  offline: 'Waiting for connection',
  signed_out: 'Waiting for you to sign in',
  server: 'Waiting for the service',
  paused: 'Paused',
  permission: 'Held · no permission in this project',
  review: 'Held · review before sending',
  refusal: 'Held · the service said no',
  id_in_use: 'Held · its record id belongs to another file',
  record_deleted: 'Held · deleted on the service',
  undecided: 'Upload result unknown',
  kept_unknown: 'Kept as unknown',
};

export function stateLabel(state: FileState, hold: HoldReason | null): string {
  if (state === 'confirming' && hold !== null) return holdLabels[hold];
  if (state !== 'held') return stateLabels[state];
  return hold === null ? 'Held' : holdLabels[hold];
}
