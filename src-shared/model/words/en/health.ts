/** What is said about how Labseal is doing, in English: what it is, and what it means for the files and the credits. */
import type { HealthCode, HealthItem } from '../../status/health.ts';
import {
  isMendedHere,
  type Party,
  traitsOfCause,
  type UnavailableCause,
} from '../../status/unavailable-cause.ts';
import { clockErrorMs } from '../../status/wrong-clock.ts';
import { assertNever } from '../../result.ts';
import type { HealthFigures, HealthWords } from '../health-words.ts';
import { causeWords } from './causes.ts';
import { counted, fileText, pluralForm } from './figures.ts';
import { withheldWords } from './withheld.ts';

/** Of a folder that is paused: what is wrong with it. */
export const folderTroubles = {
  absent: 'is not there any more',
  unreadable: 'cannot be read',
  emptied: 'is suddenly empty',
  'other-drive': 'is on another drive now',
} as const;

const RIGHT_DRIVE =
  'Connect the right drive; or, if what is there now is right, tell Labseal to use it.';

const uncharged = (count: number) => `nothing was charged for ${pluralForm(count, 'it', 'them')}.`;
const waitOn = (count: number) => pluralForm(count, '1 file waits', `${fileText(count)} wait`);

export function healthWords(item: HealthItem, figures: HealthFigures): HealthWords {
  switch (item.code) {
    case 'host-lost':
      return {
        title: 'Labseal does not answer.',
        text: 'It may not be running: start it again. What you see is the last known state, and this page reconnects automatically.',
      };
    case 'engine-stopped':
      return {
        title: 'Labseal cannot go on by itself.',
        text: `It tries again ${figures.moment(item.retryAtMs)}. Nothing was lost.`,
      };
    case 'offline':
      return {
        title: titleOf(item.why) ?? 'The service cannot be reached.',
        text: `${waitingText(item.files)}fingerprinting needs no service.${repairOf(item.why)}${again(item.untilMs, figures)}`,
      };
    case 'service-back':
      return {
        title: 'The service can be reached again.',
        text: `${waitingText(item.files)}sending resumes by ${figures.moment(item.untilMs)}, so that not everybody returns at once.`,
      };
    case 'server-down':
      return {
        title: titleOf(item.why) ?? 'The service does not answer as it should.',
        text: `${waitingText(item.files)}nothing was lost.${repairOf(item.why)}${again(item.untilMs, figures)}`,
      };
    case 'signed-out':
      return {
        title: 'Your session has ended.',
        text:
          item.files === 0
            ? 'Fingerprinting needs no session; new uploads wait for you to sign in.'
            : `${waitOn(item.files)} for you to sign in; fingerprinting needs no session.`,
      };
    case 'session-withheld': {
      const { found, repair } = withheldWords(item.why);
      const rest =
        item.files === 0
          ? 'Fingerprinting needs no session; new uploads wait.'
          : `${waitOn(item.files)}; fingerprinting needs no session.`;
      return { title: found, text: `${repair} ${rest}` };
    }
    case 'session-ends-soon':
      return {
        title: `Your session ends in ${figures.timeUntil(item.atMs)}.`,
        text: `${fileText(item.files)} will not be done by then. Sign in again and they go on without a break.`,
      };
    case 'credits-short':
      return {
        title: 'Not enough credits.',
        text: `${waitOn(item.files)} for credits; ${uncharged(item.files)}`,
      };
    case 'budget-reached':
      return {
        title: 'What you allowed is used up.',
        text: `${waitOn(item.files)} for you; ${uncharged(item.files)}`,
      };
    case 'folder-trouble':
      return {
        title: `The folder ${item.path} ${folderTroubles[item.trouble]}.`,
        text:
          item.trouble === 'other-drive'
            ? `Paused: its files are not reported as missing, and nothing of that drive is sent. ${RIGHT_DRIVE}`
            : 'Paused: its files are not reported as missing, and none is sent.',
      };
    case 'drive-trouble':
      return {
        title:
          item.trouble === 'gone'
            ? `The drive of ${item.path} is not connected.`
            : `Another drive is connected at ${item.path}.`,
        text: `Its files are left as they were: none is reported as missing, and nothing there is sent. ${RIGHT_DRIVE}`,
      };
    case 'silent-change':
      return {
        title: `${counted(item.files, 'notarized file has', 'notarized files have')} changed silently.`,
        text: `In ${item.path} the bytes differ although size and time say that nothing was written: the disk may be failing, or a program has put the time back. The notarized version can be proven and, if public, downloaded; look at the audit.`,
      };
    case 'certificates-missing':
      return {
        title: `${counted(item.certificates, 'certificate is', 'certificates are')} missing.`,
        text: 'The files are recorded, but the service does not send their certificates as it should. Labseal tries again by itself; if it stays like this, tell the people who run the service.',
      };
    case 'changes-need-you':
      return {
        title: `${counted(item.changes, 'change needs', 'changes need')} attention.`,
        text: 'The outbox says of each what happened. Nothing is sent again before you decide.',
      };
    case 'clock-wrong':
      return {
        title: `This computer's clock is ${figures.duration(clockErrorMs(item.aheadMs))} ${item.aheadMs > 0 ? 'ahead of' : 'behind'} the service's.`,
        text: 'Let the system set its clock. Uploads are dated by the service; other times shown here are wrong, and secure connections may fail.',
      };
    case 'watch-limit':
      return {
        title: "This computer can't watch that many folders.",
        text: 'The others are checked for changes at intervals, so their new files are seen later. An administrator of this computer can raise the limit.',
      };
    case 'history-incomplete':
      return {
        title: 'Records of earlier work may be missing on this computer.',
        text: 'Until they are complete again, the platform is asked about every file before anything is paid for.',
      };
    case 'update-ready':
      return {
        title: `Labseal ${item.version} is ready.`,
        text: 'Nothing that is being sent is cut off for it; your files and certificates stay.',
      };
    default:
      return assertNever(item);
  }
}

function titleOf(why: UnavailableCause | null): string | null {
  return why === null ? null : causeWords[why].happened;
}

/** What the line and the service mend, nobody here has to. */
function repairOf(why: UnavailableCause | null): string {
  return why !== null && isMendedHere(why) ? ` ${causeWords[why].repair}` : '';
}

function waitingText(count: number): string {
  return count === 0 ? 'Uploads wait; ' : `${waitOn(count)}; `;
}

function again(untilMs: number | null, figures: HealthFigures): string {
  return untilMs === null ? '' : ` Next try ${figures.moment(untilMs)}.`;
}

const LABELS: Readonly<Record<HealthCode, string>> = {
  'host-lost': 'Labseal does not answer',
  'engine-stopped': 'Stopped',
  offline: 'Offline',
  'service-back': 'Resuming',
  'server-down': 'Service away',
  'signed-out': 'Session ended',
  'session-withheld': 'Session not readable',
  'session-ends-soon': 'Session ends soon',
  'credits-short': 'Credits short',
  'budget-reached': 'Budget reached',
  'folder-trouble': 'Folder at rest',
  'drive-trouble': 'Drive not there',
  'silent-change': 'Silent change',
  'certificates-missing': 'Certificates missing',
  'changes-need-you': 'Changes need attention',
  'clock-wrong': 'Wrong clock',
  'watch-limit': 'Watching some folders by turns',
  'history-incomplete': 'Records incomplete',
  'update-ready': 'New version',
};

const PARTY_LABELS: Readonly<Partial<Record<Party, string>>> = {
  computer: 'Connection blocked',
  proxy: 'Proxy trouble',
};

/** Two or three words, for a status bar. */
export function healthLabel(item: HealthItem): string {
  const why = item.code === 'offline' || item.code === 'server-down' ? item.why : null;
  if (why === null || why === 'working-offline') return LABELS[item.code];
  return PARTY_LABELS[traitsOfCause(why).party] ?? LABELS[item.code];
}
