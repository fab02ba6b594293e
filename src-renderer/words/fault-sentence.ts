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
const SENTENCES: Readonly<Partial<Record<Kind, (words: Words) => string>>> = {
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
    return serviceSays === null || serviceSays === ''
      ? faults.refused
      : faults.serviceSays(serviceSays);
  }
  return SENTENCES[fault.kind]?.(words) ?? faults.unexpected(fault.kind);
}
