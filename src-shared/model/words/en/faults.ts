/** Why the service could not be used, in English: what happened, what it means for the credits, and what to do. */
import { assertNever } from '../../result.ts';
import type { ServiceFault } from '../../status/service-fault.ts';
import { causeWords, lostAnswerText } from './causes.ts';
import { durationText, ended } from './figures.ts';
import { withheldWords } from './withheld.ts';

const ANSWERS = {
  html: 'A web page answered instead of the service: sign in to your network in a browser, or check the server address. Nothing was lost.',
  redirect: 'The server address leads somewhere else. Check the server address. Nothing was lost.',
  unreadable:
    'What the service answered was cut, or is not what Labseal understands. Nothing was lost. Try again; if it stays, tell the people who run the service.',
} as const;

const LACKS = {
  balance: 'What answers at the server address does not tell the balance of your account',
  service: 'What answers at the server address does not have what Labseal asked for',
} as const;

/** What to tell a person about a fault of the service. Never HTML, a stack or a code alone. */
export function faultSentence(fault: ServiceFault): string {
  switch (fault.kind) {
    case 'refused':
      return said(fault.serviceSays, `The service refused the request (code ${fault.status}).`);
    case 'not-signed-in':
      if (fault.withheld !== undefined) {
        const { found, repair } = withheldWords(fault.withheld);
        return `${found} Nothing is lost. ${repair}`;
      }
      return 'You are signed out. Nothing is lost. Sign in again.';
    case 'forbidden':
      return said(fault.serviceSays, 'You have no permission for this on the service.');
    case 'not-found':
      if (fault.lacks !== undefined) {
        const says = said(fault.serviceSays, 'It does not say why.');
        return `${LACKS[fault.lacks]} (code 404). ${says} Check the server address; if it is right, tell the people who run the service.`;
      }
      return said(fault.serviceSays, 'The service does not know it.');
    case 'too-large':
      return said(
        fault.serviceSays,
        'The service accepts files up to 2.5 GB. Nothing was charged.',
      );
    case 'throttled':
      return fault.retryAfterMs === null
        ? 'The service asks for a pause. Nothing was lost; try again in some minutes.'
        : `The service asks for a pause. Nothing was lost; try again in ${durationText(fault.retryAfterMs)}.`;
    case 'unavailable':
      return `${unavailableText(fault)} ${causeWords[fault.why].repair} Nothing was lost.`;
    case 'not-the-service':
      if (fault.field !== undefined)
        return `The service's answer cannot be used: what it says for "${fault.field}" is not as documented. Nothing was lost. Tell the people who run the service.`;
      return ANSWERS[fault.what];
    case 'unknown-outcome':
      return `${lostAnswerText(fault.why)}. The next "labseal sync" looks before anything is sent again.`;
    default:
      return assertNever(fault);
  }
}

/** Without what to do: for a wait that ends by itself. */
export function unavailableText({ why, status, address }: Unavailable): string {
  if (why === 'timed-out' && address !== undefined && status === null)
    return `No answer came in time from ${address}.`;
  const { happened } = causeWords[why];
  return status === null ? happened : `${happened.slice(0, -1)} (code ${status}).`;
}

type Unavailable = Extract<ServiceFault, { kind: 'unavailable' }>;

function said(serviceSays: string | null, otherwise: string): string {
  return serviceSays === null || serviceSays === ''
    ? otherwise
    : `The service says: ${ended(serviceSays)}`;
}
