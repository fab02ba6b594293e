/** What a request does to the world if the service carries it out: decides what a lost answer means. */
import type { Endpoint } from '../../src-shared/service/endpoint.ts';
import { endpoints, type EndpointName } from '../../src-shared/service/endpoints.ts';

/**
 * `none`: asking again changes nothing. `free`: changes something, costs nothing. `paid`: moves credits, so it must
 * never happen twice by accident.
 */
export type Effect = 'none' | 'free' | 'paid';

// Where the method or the price list alone would mislead.
const EXCEPTIONS: Partial<Record<EndpointName, Effect>> = {
  login: 'none', // a second token beside a lost one harms nobody
  verifyContent: 'none', // a question; it is not in the price list
  activate: 'free', // a GET that uses up the e-mailed token
  forgotPassword: 'free', // a GET that sends an e-mail
  adjustCredits: 'paid', // free for the administrator, but it moves credits
};

export function effectOf(name: EndpointName): Effect {
  const endpoint: Endpoint = endpoints[name];
  const byDescription = endpoint.method === 'GET' ? 'none' : 'free';
  return EXCEPTIONS[name] ?? (endpoint.price === null ? byDescription : 'paid');
}
