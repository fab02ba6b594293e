/** Why nothing came back from the service, in English. */
import type { CauseWords, LostAnswer, LostAnswerWords } from '../cause-words.ts';

const PROXY_ADDRESS = 'the address of the proxy (HTTPS_PROXY, or the settings of the system)';
const TELL = 'Tell the operator of the service.';

export const causeWords: CauseWords = {
  'working-offline': {
    happened: 'You are working offline: nothing is asked or sent.',
    repair: 'Go online again when you want to.',
    was: 'you were working offline',
  },
  blocked: {
    happened: 'This computer does not let Labseal connect to the service.',
    repair: 'Ask your IT about its firewall.',
    was: 'this computer did not let Labseal connect',
  },
  'no-sockets': {
    happened: 'This computer lets Labseal open no more connections.',
    repair: 'Close other programs, then try again.',
    was: 'this computer let Labseal open no more connections',
  },
  'unknown-authority': {
    happened:
      'The certificate of the service is from an authority that this computer does not know.',
    repair:
      'A proxy or a virus scanner may stand in between: ask your IT for the certificate of its authority.',
    was: 'the certificate of the service was from an unknown authority',
  },
  'early-certificate': {
    happened: 'By the clock of this computer the certificate of the service is not valid yet.',
    repair: `Set the clock of this computer. If it is right: ${TELL.toLowerCase()}`,
    was: 'the certificate of the service was not valid yet',
  },

  'proxy-no-address': {
    happened: 'The address of the proxy was not found.',
    repair: `Check ${PROXY_ADDRESS} and the network connection.`,
    was: 'the address of the proxy was not found',
  },
  'proxy-no-connection': {
    happened: 'The proxy does not answer.',
    repair: `Check the network connection and ${PROXY_ADDRESS}.`,
    was: 'the proxy did not answer',
  },
  'proxy-sign-in': {
    happened: 'The proxy wants a user name and a password, or refused those it got.',
    repair: `Correct them in ${PROXY_ADDRESS}, or ask your IT.`,
    was: 'the proxy wanted another user name and password',
  },
  'proxy-refused': {
    happened: 'The proxy does not let Labseal through to the service.',
    repair: 'Ask your IT to allow the address of the service.',
    was: 'the proxy did not let Labseal through',
  },
  'proxy-broken': {
    happened: 'The proxy broke the connection off, or is no HTTP proxy.',
    repair: `Check ${PROXY_ADDRESS}, then try again.`,
    was: 'the proxy broke the connection off',
  },
  'proxy-insecure': {
    happened: 'The proxy could not prove who it is.',
    repair: 'Ask your IT for the certificate of its authority, or for an address with http://.',
    was: 'the proxy could not prove who it is',
  },

  'no-address': {
    happened: 'The service cannot be reached: its address was not found.',
    repair: 'Check the network connection and the spelling of the address.',
    was: 'the address of the service was not found',
  },
  'no-network': {
    happened: 'The service cannot be reached: no network of this computer leads there.',
    repair: 'Check the network connection; a VPN may be needed.',
    was: 'no network led to the service',
  },
  'broken-connection': {
    happened: 'The connection to the service broke.',
    repair: 'Try again in a moment.',
    was: 'the connection to the service broke',
  },
  'timed-out': {
    happened: 'No answer came in time.',
    repair: 'Try again in a moment.',
    was: 'no answer came in time',
  },

  'no-connection': {
    happened: 'The service cannot be reached: nothing answers at its address.',
    repair: 'Check the network connection; the service may be down.',
    was: 'the service could not be reached',
  },
  'proxy-cannot-reach': {
    happened: 'The service cannot be reached, says the proxy.',
    repair: 'Check the address of the service; it may be down.',
    was: 'the proxy could not reach the service',
  },
  'not-http': {
    happened: 'What answers there is not a web service.',
    repair: 'Check the address of the service with its port, and the proxy.',
    was: 'something other than the service answered',
  },
  'not-tls': {
    happened: 'What answers there offers no secure connection.',
    repair: 'Check the address of the service with its port.',
    was: 'something other than the service answered',
  },
  'old-tls': {
    happened: 'The service offers only old versions of TLS, which are not secure.',
    repair: `${TELL} TLS 1.2 or newer is needed.`,
    was: 'the service offered only old versions of TLS',
  },
  'expired-certificate': {
    happened: 'By the clock of this computer the certificate of the service has expired.',
    repair: `Check the date of this computer. If it is right: ${TELL.toLowerCase()}`,
    was: 'the certificate of the service had expired',
  },
  'other-name': {
    happened: 'The certificate of the service is for another name.',
    repair: 'Compare the address with what the operator of the service gave you.',
    was: 'the certificate of the service was for another name',
  },
  'weak-certificate': {
    happened:
      'The certificate of the service is too weak to be trusted: a short key or an outdated signature.',
    repair: `${TELL} It has to be replaced.`,
    was: 'the certificate of the service was too weak',
  },
  'client-certificate': {
    happened: 'The service wants a certificate of this computer, and Labseal has none to show.',
    repair: 'Ask the operator of the service for an address without that.',
    was: 'the service wanted a certificate of this computer',
  },
  'refused-handshake': {
    happened:
      'The service refused the secure connection: it may want a certificate of this computer, or encryption that Labseal does not offer.',
    repair: TELL,
    was: 'the service refused the secure connection',
  },
  insecure: {
    happened: 'The connection is not secure: the service could not prove who it is.',
    repair: 'Ask your IT about the certificate of the service and the proxy.',
    was: 'the service could not prove who it is',
  },
  'server-error': {
    happened: 'The service is not working at the moment.',
    repair: 'Try again later.',
    was: 'the service was not working',
  },
};

const UNREADABLE = 'Something unreadable came instead of the answer';
const LOST_ANSWERS: LostAnswerWords = {
  denied: 'The service denied it, which it may also do afterwards',
  'not-http': UNREADABLE,
  'unreadable-answer': UNREADABLE,
  'timed-out': 'The service did not answer in time',
  'server-error': 'The service was not working',
};

/** What came in place of the answer to a request that may have been carried out. Without a full stop. */
export function lostAnswerText(why: LostAnswer): string {
  return LOST_ANSWERS[why] ?? 'The connection was lost before the answer came';
}
