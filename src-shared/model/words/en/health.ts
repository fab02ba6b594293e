/** What is said about how Labseal is doing, in English: what it is, and what it means for the files and the credits. */
import { clockErrorMs } from '../../status/wrong-clock.ts';
import { type HealthFigures, makeHealthWords, repairOf, titleOf } from '../health-words.ts';
import { causeWords } from './causes.ts';
import { counted, creditText, fileText, pluralForm } from './figures.ts';
import { withheldWords } from './withheld.ts';

/** Of a folder that is paused: what is wrong with it. */
export const folderTroubles = {
  absent: 'is not there any more',
  unreadable: 'cannot be read',
  silent: 'is on a drive that does not answer',
  emptied: 'is suddenly empty',
  'other-drive': 'is on another drive now',
  'watched-twice': 'shares files with a folder that was watched before',
} as const;

const RIGHT_DRIVE =
  'Connect the right drive; or, if what is there now is right, tell Labseal to use it.';

const uncharged = (count: number) => `nothing was charged for ${pluralForm(count, 'it', 'them')}.`;
const waitOn = (count: number) => pluralForm(count, '1 file waits', `${fileText(count)} wait`);

const words = makeHealthWords(
  {
    'host-lost': {
      label: 'Labseal does not answer',
      title: 'Labseal does not answer.',
      text: 'It may not be running: start it again. What you see is the last known state, and this page reconnects automatically.',
    },
    'engine-stopped': {
      label: 'Stopped',
      title: 'Labseal cannot go on by itself.',
      text: (item, figures) =>
        `It tries again ${figures.moment(item.retryAtMs)}. Nothing was lost.`,
    },
    offline: {
      label: 'Offline',
      title: (item) => titleOf(item.why, causeWords) ?? 'The service cannot be reached.',
      text: (item, figures) =>
        `${waitingText(item.files)}fingerprinting needs no service.${repairOf(item.why, causeWords)}${again(item.untilMs, figures)}`,
    },
    'service-back': {
      label: 'Resuming',
      title: 'The service can be reached again.',
      text: (item, figures) =>
        `${waitingText(item.files)}sending resumes by ${figures.moment(item.untilMs)}, so that not everybody returns at once.`,
    },
    'server-down': {
      label: 'Service away',
      title: (item) => titleOf(item.why, causeWords) ?? 'The service does not answer as it should.',
      text: (item, figures) =>
        `${waitingText(item.files)}nothing was lost.${repairOf(item.why, causeWords)}${again(item.untilMs, figures)}`,
    },
    'signed-out': {
      label: 'Session ended',
      title: 'Your session has ended.',
      text: (item) =>
        item.files === 0
          ? 'You are signed out. Nothing is sent until you sign in.'
          : `${waitOn(item.files)} for you to sign in. Nothing is sent until then.`,
    },
    'account-refused': {
      label: 'Account refused',
      title: (item) => `The service refuses your account: “${item.serviceSays}”`,
      text: (item, figures) =>
        `Since ${figures.moment(item.sinceMs)}. Ask an administrator of the service; then everything goes on. ${item.files === 0 ? 'Nothing was lost.' : `${waitOn(item.files)}.`}`,
    },
    'session-withheld': {
      label: 'Session not readable',
      title: ({ why }) => withheldWords(why).found,
      text: ({ why, files }) =>
        `${withheldWords(why).repair} ${files === 0 ? 'Nothing is sent until then.' : `${waitOn(files)} until then.`}`,
    },
    'session-ends-soon': {
      label: 'Session ends soon',
      title: (item, figures) => `Your session ends in ${figures.timeUntil(item.atMs)}.`,
      text: (item) =>
        `${fileText(item.files)} will not be done by then. Sign in again and they go on without a break.`,
    },
    'credits-short': {
      label: 'Credits short',
      title: 'Not enough credits.',
      text: (item) => `${waitOn(item.files)} for credits; ${uncharged(item.files)}`,
    },
    'budget-reached': {
      label: 'Budget reached',
      title: 'What you allowed is used up.',
      text: (item) => `${waitOn(item.files)} for you; ${uncharged(item.files)}`,
    },
    'folder-trouble': {
      label: 'Folder at rest',
      title: (item) => `The folder ${item.path} ${folderTroubles[item.trouble]}.`,
      text: (item) =>
        item.trouble === 'other-drive'
          ? `Paused: none of its files counts as missing, and nothing of that drive is sent. ${RIGHT_DRIVE}`
          : item.trouble === 'watched-twice'
            ? 'Paused: the other folder notarizes them. Stop watching one of the two.'
            : item.trouble === 'absent'
              ? 'Moved or unplugged? Show where it is now.'
              : 'Paused: none of its files counts as missing, and none is sent.',
    },
    'drive-trouble': {
      label: 'Drive not there',
      title: (item) =>
        item.trouble === 'gone'
          ? `The drive of ${item.path} is not connected.`
          : `Another drive is connected at ${item.path}.`,
      text: `Its files are left as they were: none is reported as missing, and nothing there is sent. ${RIGHT_DRIVE}`,
    },
    'silent-change': {
      label: 'Silent change',
      title: (item) =>
        `${counted(item.files, 'notarized file has', 'notarized files have')} changed silently.`,
      text: (item) =>
        `In ${item.path} the bytes differ although size and time say that nothing was written: the disk may be failing, or a program has put the time back. The notarized version can be proven and, if public, downloaded; look at the audit.`,
    },
    'paid-twice': {
      label: 'Paid twice',
      title: (item) =>
        item.files === 1
          ? `Paid for twice: ${item.name}.`
          : `${fileText(item.files)} were paid for twice, the latest ${item.name}.`,
      text: (item) =>
        `It cost ${creditText(item.credits)} more. Another computer of your account sent the same content at the same time, or the service had denied a file and recorded it after all. History says which. This notice ends a week after it was found.`,
    },
    'certificates-missing': {
      label: 'Certificates missing',
      title: (item) =>
        `${counted(item.certificates, 'certificate is', 'certificates are')} missing.`,
      text: 'The files are recorded, but the service does not send their certificates as it should. Labseal tries again by itself; if it stays like this, tell the people who run the service.',
    },
    'changes-need-you': {
      label: 'Changes need attention',
      title: (item) => `${counted(item.changes, 'change needs', 'changes need')} attention.`,
      text: 'The outbox says of each what happened. Nothing is sent again before you decide.',
    },
    'clock-wrong': {
      label: 'Wrong clock',
      title: (item, figures) =>
        `This computer's clock is ${figures.duration(clockErrorMs(item.aheadMs))} ${item.aheadMs > 0 ? 'ahead of' : 'behind'} the service's.`,
      text: 'Let the system set its clock. Uploads are dated by the service; other times shown here are wrong, and secure connections may fail.',
    },
    'watch-limit': {
      label: 'Watching some folders by turns',
      title: "This computer can't watch that many folders.",
      text: 'The others are checked for changes at intervals, so their new files are seen later. An administrator of this computer can raise the limit.',
    },
    'history-incomplete': {
      label: 'Records incomplete',
      title: 'Records of earlier work may be missing on this computer.',
      text: 'Until they are complete again, the service is asked about every file before anything is paid for.',
    },
    'update-ready': {
      label: 'New version',
      title: (item) => `Labseal ${item.version} is ready.`,
      text: 'Nothing that is being sent is cut off for it; your files and certificates stay.',
    },
  },
  {
    computer: 'Connection blocked',
    proxy: 'Proxy trouble',
  },
);
export const healthWords = words.of;
export const healthLabel = words.label;

function waitingText(count: number): string {
  return count === 0 ? 'Uploads wait; ' : `${waitOn(count)}; `;
}

function again(untilMs: number | null, figures: HealthFigures): string {
  return untilMs === null ? '' : ` Next try ${figures.moment(untilMs)}.`;
}
