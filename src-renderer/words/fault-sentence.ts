/** Why something could not be done, in a sentence. The service's own words come last, as plain text. */
import type { BridgeFault } from '../../src-shared/bridge/bridge-fault.ts';
import type { Words } from './en.ts';

/** Faults of the page itself have their codes in `bridge/bridge.ts`. */
export type SaidFault =
  | BridgeFault
  | { readonly kind: 'not-asked' }
  | { readonly kind: 'host-lost' };

type Kind = SaidFault['kind'];

/** The faults that a screen can meet today. */
type Sentences = {
  readonly [K in Kind]?: (words: Words, fault: Extract<SaidFault, { kind: K }>) => string;
};

const SENTENCES: Sentences = {
  'not-asked': ({ faults }) => faults.notSent,
  'host-lost': ({ faults }) => faults.answerLost,
  cancelled: ({ faults }) => faults.answerLost,
  'unknown-outcome': ({ faults }) => faults.outcomeUnknown,
  'unknown-user': ({ faults }) => faults.unknownUser,
  'unknown-project': ({ projects }) => projects.unknownText,
  'change-open': ({ faults }) => faults.changeOpen,
  'dearer-than-agreed': ({ faults }) => faults.dearer,
  'no-subtract-word': ({ admin }) => admin.subtractUnknown,
  'not-an-image': ({ profile }) => profile.notAnImage,
  'no-such-folder': ({ faults }, { path }) => faults.noFolder(path),
  'not-a-folder': ({ faults }, { path }) => faults.notAFolder(path),
  'unreadable-folder': ({ faults }, { path }) => faults.unreadableFolder(path),
  'already-watched': ({ faults }, { path }) => faults.watchedAlready(path),
  'inside-watched': ({ faults }, { path, other }) => faults.insideWatched(path, other),
  'contains-watched': ({ faults }, { path, other }) => faults.containsWatched(path, other),
  'bad-rule': ({ faults }, { problem }) => faults.badRule(problem.pattern),
  'bad-label': ({ faults }, { label }) => faults.badLabel(label),
  'cannot-pick': ({ faults }, { pick }) => faults.cannotPick(pick.path),
  'holds-own-data': ({ faults }) => faults.ownData,
  'no-label': ({ faults }) => faults.needLabel,
  'unknown-file': ({ faults }) => faults.unknownFile,
  'unknown-folder': ({ faults }) => faults.unknownFolder,
  'sent-already': ({ faults }) => faults.sentAlready,
  'not-in-line': ({ faults }) => faults.notWaiting,
  'cannot-approve': ({ faults }) => faults.notWaiting,
  'not-in-doubt': ({ faults }) => faults.notInDoubt,
  'not-on-platform': ({ faults }) => faults.notOnPlatform,
  'no-certificate-yet': ({ faults }) => faults.noCertificate,
  'data-folder': ({ faults }) => faults.diskTrouble,
  database: ({ faults }) => faults.diskTrouble,
  'bad-input': ({ faults }) => faults.refused,
  unavailable: ({ faults }) => faults.unavailable,
  throttled: ({ faults }) => faults.throttled,
  'not-the-service': ({ faults }) => faults.notTheService,
  'not-signed-in': ({ faults }) => faults.signedOut,
  'wrong-credentials': ({ session }) => session.wrong,
  'not-a-token': ({ session }) => session.linkRefused,
  'no-server': ({ session }) => session.needServer,
  'bad-address': ({ session }) => session.needServer,
};

/** Whatever no sentence was written for is named by its code, to be looked up. */
export function faultSentence(fault: SaidFault, words: Words): string {
  const { faults } = words;
  if (fault.kind === 'internal') return faults.unexpected(fault.logId);
  if ('serviceSays' in fault && fault.kind !== 'not-signed-in') {
    const { serviceSays } = fault;
    if (serviceSays !== null && serviceSays !== '') return faults.serviceSays(serviceSays);
    if (fault.kind === 'too-large') return faults.tooLarge;
    return fault.kind === 'forbidden' ? faults.noPermission : faults.refused;
  }
  // The table gives each kind the fault of that kind; the compiler cannot follow that through a lookup.
  const sentence = SENTENCES[fault.kind] as
    | ((words: Words, fault: SaidFault) => string)
    | undefined;
  return sentence?.(words, fault) ?? faults.unexpected(fault.kind);
}
