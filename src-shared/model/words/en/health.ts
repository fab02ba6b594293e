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
  'Connect the right drive, or tell Labseal to use what is there now. Until then nothing of it is sent.';

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
        `${waiting(item.files)}${repairOf(item.why, causeWords)}${again(item.untilMs, figures)}`,
    },
    'service-back': {
      label: 'Resuming soon',
      title: 'The service can be reached again.',
      text: (item, figures) =>
        `${waiting(item.files)} To spare the service, not all its users resume at once: Labseal does in ${figures.timeUntil(item.untilMs)}.`,
    },
    'server-down': {
      label: 'Service away',
      title: (item) => titleOf(item.why, causeWords) ?? 'The service does not answer as it should.',
      text: (item, figures) =>
        `${waiting(item.files)}${repairOf(item.why, causeWords)}${again(item.untilMs, figures)}`,
    },
    'signed-out': {
      label: 'Signed out',
      title: 'You are signed out.',
      text: (item) =>
        item.files === 0
          ? 'Nothing is sent until you sign in.'
          : `${waitOn(item.files)} for you to sign in.`,
    },
    'account-refused': {
      label: 'Account refused',
      title: (item) => `The service refuses your account: “${item.serviceSays}”`,
      text: (item, figures) =>
        `Since ${figures.moment(item.sinceMs)}. Ask an administrator of the service; then everything goes on. ${item.files === 0 ? 'Nothing was lost.' : `${waitOn(item.files)}.`}`,
    },
    'session-withheld': {
      label: 'Sign-in not readable',
      title: ({ why }) => withheldWords(why).found,
      text: ({ why, files }) =>
        `${withheldWords(why).repair} ${files === 0 ? 'Nothing is sent until then.' : `${waitOn(files)} until then.`}`,
    },
    'session-ends-soon': {
      label: 'Sign-in ends soon',
      title: (item, figures) => `Your sign-in ends in ${figures.timeUntil(item.atMs)}.`,
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
      title: 'A limit that you set is reached.',
      text: (item) => `${waitOn(item.files)} for you; ${uncharged(item.files)}`,
    },
    'folder-trouble': {
      label: 'Folder paused',
      title: (item) => `The folder ${item.path} ${folderTroubles[item.trouble]}.`,
      text: (item) =>
        item.trouble === 'other-drive'
          ? RIGHT_DRIVE
          : item.trouble === 'watched-twice'
            ? 'The other folder notarizes these files. Stop watching one of the two.'
            : item.trouble === 'absent'
              ? 'Moved or unplugged? Show where it is now.'
              : 'Connect its drive, or put the folder back. Until then nothing of it is sent.',
    },
    'drive-trouble': {
      label: 'Drive not there',
      title: (item) =>
        item.trouble === 'gone'
          ? `The drive of ${item.path} is not connected.`
          : `Another drive is connected at ${item.path}.`,
      text: RIGHT_DRIVE,
    },
    'silent-change': {
      label: 'Silent change',
      title: (item) =>
        `${counted(item.files, 'notarized file has', 'notarized files have')} changed silently.`,
      text: (item) =>
        `In ${item.path} size and time are as they were, but the bytes differ: the disk may be failing. Look at the audit, and restore from a copy.`,
    },
    'paid-twice': {
      label: 'Paid twice',
      title: (item) =>
        item.files === 1
          ? `Paid for twice: ${item.name}.`
          : `${fileText(item.files)} were paid for twice, the latest ${item.name}.`,
      text: (item) => `It cost ${creditText(item.credits)} more. History says how it came about.`,
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
      text: 'Let the system set its clock. Until then, times shown here are wrong, and connections may fail.',
    },
    'watch-limit': {
      label: 'Watching some folders by turns',
      title: "This computer can't watch that many folders.",
      text: 'The others are checked for changes at intervals, so their new files are seen later. An administrator of this computer can raise the limit.',
    },
    'history-incomplete': {
      label: 'Records incomplete',
      title: 'Records of earlier work may be missing on this computer.',
      text: 'Until they are complete, Labseal asks the service about every file before paying for it.',
    },
    'update-ready': {
      label: 'New version',
      title: (item) => `Labseal ${item.version} is ready.`,
      text: 'No upload is cut off for it; your files and certificates stay.',
    },
  },
  {
    computer: 'Connection blocked',
    proxy: 'Proxy trouble',
  },
);
export const healthWords = words.of;
export const healthLabel = words.label;

function waiting(count: number): string {
  return count === 0 ? 'Nothing is lost.' : `${waitOn(count)}.`;
}

function again(untilMs: number | null, figures: HealthFigures): string {
  return untilMs === null ? '' : ` Next try ${figures.moment(untilMs)}.`;
}
