/** Why the service could not be used, in English: what happened, what it means for the credits, and what to do. */
import { assertNever } from '../../result.ts';
import type { ServiceFault } from '../../status/service-fault.ts';
import { ended } from './figures.ts';
import { withheldWords } from './withheld.ts';

/** What to tell a person about a fault of the service. Never HTML, a stack or a code alone. */
export function faultSentence(fault: ServiceFault): string {
  switch (fault.kind) {
    case 'refused':
      return said(fault.serviceSays, `The service refused the request (code ${fault.status}).`);
    case 'not-signed-in':
      if (fault.withheld !== undefined) {
        const { found, repair } = withheldWords(fault.withheld);
        return `${found} Nothing is lost and nothing was charged. ${repair}`;
      }
      return 'Your session has ended. Nothing is lost and nothing was charged. Sign in again.';
    case 'forbidden':
      return said(fault.serviceSays, 'You have no permission for this on the service.');
    case 'not-found':
      return said(fault.serviceSays, 'The service does not know it.');
    case 'too-large':
      return said(
        fault.serviceSays,
        'The service accepts files up to 2.5 GB. Nothing was charged.',
      );
    case 'throttled':
      return 'The service asks for a pause. Nothing was lost; try again in some minutes.';
    case 'unavailable':
      return unavailableSentence(fault.why, fault.status);
    case 'not-the-service':
      return fault.what === 'html'
        ? 'A web page answered instead of the service: sign in to your network in a browser, or check the server address. Nothing was lost.'
        : 'Something other than the service answered. Check the server address. Nothing was lost.';
    case 'unknown-outcome':
      return `${lostAnswerText(fault.why)} The next "labseal sync" looks before anything is sent again.`;
    default:
      return assertNever(fault);
  }
}

function unavailableSentence(
  why: Extract<ServiceFault, { kind: 'unavailable' }>['why'],
  status: number | null,
): string {
  switch (why) {
    case 'no-address':
      return 'The server address could not be found. Check your connection and the address. Nothing was lost.';
    case 'no-connection':
      return 'The service cannot be reached. Check your connection; everything waits until it is back.';
    case 'working-offline':
      return 'You are working offline: nothing is asked or sent until you go online again.';
    case 'broken-connection':
      return 'The connection to the service broke. Nothing was lost; try again in a moment.';
    case 'not-http':
      return 'Something other than the service answered: what came cannot be read as HTTP. Check the server address and the proxy. Nothing was lost.';
    case 'timed-out':
      return 'The service did not answer in time. Nothing was lost; try again in a moment.';
    case 'insecure':
      return 'The connection is not secure: the server could not prove who it is. Nothing was sent. Ask your IT about the certificate or the proxy.';
    case 'server-error':
      return `The service had a problem${status === null ? '' : ` (code ${status})`}. Nothing was lost; try again later.`;
    default:
      return assertNever(why);
  }
}

/** What came in place of the answer to a request that may have been carried out. */
export function lostAnswerText(
  why: Extract<ServiceFault, { kind: 'unknown-outcome' }>['why'],
): string {
  switch (why) {
    case 'unreadable-answer':
    case 'not-http':
      return 'Something unreadable came instead of the answer.';
    case 'timed-out':
      return 'The service did not answer in time.';
    case 'server-error':
      return 'The service had a problem.';
    case 'no-address':
    case 'no-connection':
    case 'working-offline':
    case 'broken-connection':
    case 'insecure':
      return 'The connection was lost before the answer came.';
    default:
      return assertNever(why);
  }
}

function said(serviceSays: string | null, otherwise: string): string {
  return serviceSays === null || serviceSays === ''
    ? otherwise
    : `The service says: ${ended(serviceSays)}`;
}
