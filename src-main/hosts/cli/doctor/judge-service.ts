/** The way to the service, the service itself, and its clock. */
import type { UnavailableCause } from '../../../../src-shared/model/status/service-fault.ts';
import { shellWord } from '../../../../src-shared/model/text/shell-word.ts';
import { assertNever } from '../../../../src-shared/model/result.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../src-shared/model/text/time.ts';
import { faultSentence } from '../../../../src-shared/model/words/en/faults.ts';
import { counted } from '../../../../src-shared/model/words/en/figures.ts';
import type { DoctorFacts, NetworkFacts, ServiceFacts } from '../../../app/doctor/doctor-facts.ts';
import { ADDRESS_SENTENCES, badProxySentence, PROXY_LIKE } from '../fault-text.ts';
import {
  passed,
  problem,
  setVariable,
  unchecked,
  unsetVariable,
  warning,
  type Check,
  type Repair,
} from './check.ts';

export function judgeNetwork({ network, program: { platform } }: DoctorFacts): Check {
  const { proxy, authorities } = network;
  const check = 'network';
  if (proxy?.host === null && proxy.isUsed) {
    return problem(check, badProxySentence(proxy.variable), {
      repair: PROXY_LIKE,
      command: unsetVariable(proxy.variable, platform),
    });
  }
  if (authorities?.isUsable === false) {
    const found = `NODE_EXTRA_CA_CERTS names ${authorities.path}, which holds no readable certificate.`;
    return problem(check, found, {
      repair: 'Correct the path of the PEM file, or unset the variable.',
      command: unsetVariable('NODE_EXTRA_CA_CERTS', platform),
    });
  }
  const way = proxy === null ? 'No proxy is set.' : proxySentence(proxy);
  const more = authorities === null ? '' : ` Further certificate authorities: ${authorities.path}.`;
  return passed(check, `${way}${more}`);
}

function proxySentence({ variable, host, isUsed }: NonNullable<NetworkFacts['proxy']>): string {
  return isUsed
    ? `${variable} names the proxy ${host}.`
    : `The proxy in ${variable} does not stand before this service.`;
}

export function judgeService({ service, program: { platform } }: DoctorFacts): Check {
  const check = 'service';
  switch (service.kind) {
    case 'none':
      return unchecked(check, 'No service is known yet: signing in names it.');
    case 'not-asked':
      return service.why === 'network'
        ? unchecked(check, 'The service was not asked: the network has to be set up first.')
        : warning(check, 'Labseal works offline, as somebody chose: nothing is asked or sent.', {
            repair: 'Go online again when you want to.',
            command: 'labseal outbox online',
          });
    case 'bad-address':
      return problem(check, `The server address ${ADDRESS_SENTENCES[service.fault.kind]}`, {
        repair: 'Correct LABSEAL_SERVER, or sign in again with --server URL.',
      });
    case 'asked': {
      const { address, fault, status, roundTripMs, isEncrypted, code } = service;
      if (fault !== null) {
        const of = code === null ? '' : ` (${code})`;
        return problem(
          check,
          `${address}: ${faultSentence(fault)}${of}`,
          repairOf(service, platform),
        );
      }
      const tls = isEncrypted ? 'TLS, certificate verified' : 'on this computer, without TLS';
      return passed(
        check,
        `${address} answers: status ${status} after ${roundTripMs} ms (${tls}).`,
      );
    }
    default:
      return assertNever(service);
  }
}

type Asked = Extract<ServiceFacts, { kind: 'asked' }>;

function repairOf({ address, fault, code }: Asked, platform: NodeJS.Platform): Repair {
  if (fault?.kind === 'unavailable') {
    if (fault.why === 'insecure') return tlsRepair(code ?? '', platform);
    return UNREACHABLE[fault.why](address, platform);
  }
  if (fault?.kind === 'throttled') return { repair: 'Wait a few minutes and try again.' };
  return {
    repair: `Open ${address} in a browser: sign in to your network if it asks. Otherwise compare the address with what the operator of the service gave you.`,
  };
}

const LATER = { repair: 'Try again later. If it stays so, tell the operator of the service.' };
const REACH =
  'Check the network connection, a firewall and the proxy: the command shows how far it comes.';

const UNREACHABLE: Readonly<
  Record<
    Exclude<UnavailableCause, 'insecure'>,
    (address: string, platform: NodeJS.Platform) => Repair
  >
> = {
  'no-address': (address) => ({
    repair: 'Check the network connection and the spelling of the address.',
    command: `nslookup ${new URL(address).hostname}`,
  }),
  'no-connection': (address, platform) => ({
    repair: REACH,
    command: `curl -v ${shellWord(address, platform)}`,
  }),
  'broken-connection': (address, platform) => ({
    repair: REACH,
    command: `curl -v ${shellWord(address, platform)}`,
  }),
  'not-http': (address, platform) => ({
    repair: 'Compare the address and its port with what the operator of the service gave you.',
    command: `curl -v ${shellWord(address, platform)}`,
  }),
  'timed-out': (address, platform) => ({
    repair: REACH,
    command: `curl -v ${shellWord(address, platform)}`,
  }),
  'working-offline': () => ({ repair: 'Go online again in Labseal.' }),
  'server-error': () => LATER,
};

const OUT_OF_DATE = /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/;
const OTHER_NAME = /ALTNAME|HOSTNAME/;

/** `code`: as Node and OpenSSL name it. */
function tlsRepair(code: string, platform: NodeJS.Platform): Repair {
  if (OUT_OF_DATE.test(code)) {
    return {
      repair:
        "Check this computer's date. If it is right, the certificate of the service is out of date: tell its operator.",
      command: platform === 'win32' ? 'date /t & time /t' : 'date',
    };
  }
  if (OTHER_NAME.test(code)) {
    return {
      repair:
        'The certificate is for another name: compare the address with what the operator gave you.',
    };
  }
  return {
    repair:
      'A proxy of your institution may stand in between. Ask your IT for its certificate authority as a PEM file, and name that file.',
    command: setVariable('NODE_EXTRA_CA_CERTS', '/path/to/authority.pem', platform),
  };
}

const NOTICED_MS = 30 * SECOND_MS;
const WRONG_MS = 5 * MINUTE_MS;

export function judgeClock({ service, program: { platform } }: DoctorFacts): Check {
  const check = 'clock';
  const aheadMs = service.kind === 'asked' ? service.clockAheadMs : null;
  if (aheadMs === null) return unchecked(check, 'The service did not show its time.');
  const offMs = Math.abs(aheadMs);
  if (offMs <= NOTICED_MS) {
    return passed(
      check,
      `This computer's clock and the service's differ by ${offMs < SECOND_MS ? 'less than a second' : secondsText(offMs)}.`,
    );
  }
  const found = `This computer's clock is ${lengthText(offMs)} ${aheadMs > 0 ? 'ahead of' : 'behind'} the service's.`;
  return (offMs > WRONG_MS ? problem : warning)(check, found, {
    repair:
      'Let the system set its clock: the time of an upload is recorded with the file, and a wrong one can end secure connections.',
    command: CLOCK_COMMANDS[platform] ?? 'sudo timedatectl set-ntp true',
  });
}

const CLOCK_COMMANDS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'sudo sntp -sS time.apple.com',
  win32: 'w32tm /resync',
};

function secondsText(ms: number): string {
  return counted(Math.round(ms / SECOND_MS), 'second', 'seconds');
}

function lengthText(ms: number): string {
  return ms < MINUTE_MS
    ? secondsText(ms)
    : counted(Math.round(ms / MINUTE_MS), 'minute', 'minutes');
}
