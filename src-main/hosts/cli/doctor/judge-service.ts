/** The way to the service, the service itself, and its clock. */
import {
  traitsOfCause,
  type UnavailableCause,
} from '../../../../src-shared/model/status/service-fault.ts';
import { shellWord } from '../../../../src-shared/model/text/shell-word.ts';
import { assertNever } from '../../../../src-shared/model/result.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../src-shared/model/text/time.ts';
import { clockErrorMs, isClockWrong } from '../../../../src-shared/model/status/wrong-clock.ts';
import { causeWords } from '../../../../src-shared/model/words/en/causes.ts';
import { faultSentence, unavailableText } from '../../../../src-shared/model/words/en/faults.ts';
import { counted, durationText } from '../../../../src-shared/model/words/en/figures.ts';
import type { DoctorFacts, NetworkFacts, ServiceFacts } from '../../../app/doctor/doctor-facts.ts';
import { ADDRESS_SENTENCES, badProxySentence, PROXY_LIKE } from '../fault-text.ts';
import {
  passed,
  problem,
  setVariable,
  unchecked,
  unsetVariable,
  warning,
  type Finding,
  type Repair,
} from './check.ts';

export function judgeNetwork(facts: DoctorFacts): Finding {
  const { proxy, authorities } = facts.network;
  const { platform } = facts.program;
  if (proxy?.host === null && proxy.isUsed) {
    return problem(badProxySentence(proxy.variable), {
      repair: PROXY_LIKE,
      command: unsetVariable(proxy.variable, platform),
    });
  }
  if (authorities?.isUsable === false) {
    const found = `NODE_EXTRA_CA_CERTS names ${authorities.path}, which holds no readable certificate.`;
    return problem(found, {
      repair: 'Correct the path of the PEM file, or unset the variable.',
      command: unsetVariable('NODE_EXTRA_CA_CERTS', platform),
    });
  }
  const way = proxy === null ? 'No proxy is set.' : proxySentence(proxy);
  const more = authorities === null ? '' : ` Further certificate authorities: ${authorities.path}.`;
  const trouble = troubleOnTheWay(facts);
  if (trouble === null) return passed(`${way}${more}`);
  return problem(`${way}${more} ${trouble.found}`, trouble.repair);
}

/** What keeps this computer from reaching the service at all: its own settings, or the proxy. */
function troubleOnTheWay(
  facts: DoctorFacts,
): { readonly found: string; readonly repair: Repair } | null {
  const { service } = facts;
  if (service.kind !== 'asked' || service.fault?.kind !== 'unavailable') return null;
  const { party } = traitsOfCause(service.fault.why);
  if (party === 'line' || party === 'service') return null;
  return { found: foundAt(service), repair: repairOf(service, facts) };
}

function proxySentence({ variable, host, isUsed }: NonNullable<NetworkFacts['proxy']>): string {
  return isUsed
    ? `${variable} names the proxy ${host}.`
    : `The proxy in ${variable} does not stand before this service.`;
}

export function judgeService(facts: DoctorFacts): Finding {
  const { service } = facts;
  switch (service.kind) {
    case 'none':
      return unchecked('No service is known yet: signing in names it.');
    case 'not-asked':
      return service.why === 'network'
        ? unchecked('The service was not asked: the network has to be set up first.')
        : warning('Labseal works offline, as somebody chose: nothing is asked or sent.', {
            repair: 'Go online again when you want to.',
            command: 'labseal online',
          });
    case 'bad-address':
      return problem(`The server address ${ADDRESS_SENTENCES[service.fault.kind]}`, {
        repair: 'Correct LABSEAL_SERVER, or sign in again with --server URL.',
      });
    case 'asked': {
      const { address, fault, status, roundTripMs, isEncrypted } = service;
      if (troubleOnTheWay(facts) !== null) {
        return unchecked(`${address} was not reached: see the network.`);
      }
      if (fault !== null) {
        return problem(`${address}: ${foundAt(service)}`, repairOf(service, facts));
      }
      const tls = isEncrypted ? 'TLS, certificate verified' : 'on this computer, without TLS';
      const leftOut = facts.areFieldsLeftOut ? ` ${LEFT_OUT_SENTENCE}` : '';
      return passed(
        `${address} answers: status ${status} after ${roundTripMs} ms (${tls}).${leftOut}`,
      );
    }
    default:
      return assertNever(service);
  }
}

const LEFT_OUT_SENTENCE =
  'It, or a gateway before it, refuses additions of Labseal. They are left out, so a broken upload begins anew.';

type Asked = Extract<ServiceFacts, { kind: 'asked' }>;

function foundAt({ fault, code }: Asked): string {
  if (fault === null) return '';
  const said = fault.kind === 'unavailable' ? unavailableText(fault) : faultSentence(fault);
  return code === null ? said : `${said} (${code})`;
}

function repairOf({ address, fault }: Asked, facts: DoctorFacts): Repair {
  if (fault?.kind === 'unavailable') {
    const command = (COMMANDS[fault.why] ?? showConnection)(address, facts);
    return { repair: causeWords[fault.why].repair, command };
  }
  if (fault?.kind === 'throttled') return { repair: 'Wait a few minutes and try again.' };
  return {
    repair: `Open ${address} in a browser: sign in to your network if it asks. Otherwise compare the address with what the operator of the service gave you.`,
  };
}

type Command = (address: string, facts: DoctorFacts) => string | null;

const nameAuthority: Command = (_address, { program: { platform } }) =>
  setVariable('NODE_EXTRA_CA_CERTS', '/path/to/authority.pem', platform);
const showDate: Command = (_address, { program: { platform } }) =>
  platform === 'win32' ? 'date /t & time /t' : 'date';
const showConnection: Command = (address, { program: { platform } }) =>
  `curl -v ${shellWord(address, platform)}`;

/** What shows more, or mends it, where that is not a connection that shows how far it comes; null: there is no such command. */
const COMMANDS: Readonly<Partial<Record<UnavailableCause, Command>>> = {
  'working-offline': () => 'labseal online',
  'no-sockets': () => null,
  'server-error': () => null,
  'no-address': (address) => `nslookup ${new URL(address).hostname}`,
  'unknown-authority': nameAuthority,
  'proxy-insecure': nameAuthority,
  insecure: nameAuthority,
  'early-certificate': showDate,
  'expired-certificate': showDate,
  'proxy-sign-in': (_address, { network: { proxy }, program: { platform } }) =>
    proxy === null
      ? null
      : setVariable(proxy.variable, `http://USER:PASSWORD@${proxy.host}`, platform),
};

const NOTICED_MS = 30 * SECOND_MS;

export function judgeClock({ service, program: { platform } }: DoctorFacts): Finding {
  const aheadMs = service.kind === 'asked' ? service.clockAheadMs : null;
  if (aheadMs === null) return unchecked('The service did not show its time.');
  const offMs = Math.abs(aheadMs);
  if (offMs <= NOTICED_MS) {
    return passed(
      `This computer's clock and the service's differ by ${offMs < SECOND_MS ? 'less than a second' : secondsText(offMs)}.`,
    );
  }
  const found = `This computer's clock is ${lengthText(offMs)} ${aheadMs > 0 ? 'ahead of' : 'behind'} the service's.`;
  return (isClockWrong(aheadMs) ? problem : warning)(found, {
    repair: 'Let the system set its clock: a wrong one can end secure connections.',
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
  return ms < MINUTE_MS ? secondsText(ms) : durationText(clockErrorMs(ms));
}
