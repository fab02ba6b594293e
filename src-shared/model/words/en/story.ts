/** History as a story, in English. */
import type { HistoryLine } from '../../status/history-line.ts';
import { assertNever } from '../../result.ts';
import {
  isSimple,
  nameIn,
  placeBefore,
  placeNow,
  type SimpleForms,
  type StoryWords,
} from '../story-words.ts';
import { changeKindWords } from './change-kinds.ts';
import { atMostText, creditText, fileText, integer } from './figures.ts';
import { stateLabel } from './states.ts';

const changeStates: StoryWords['changeStates'] = {
  waiting: 'waiting to be sent',
  sending: 'being sent',
  unknown: 'result unknown',
  left: 'not sent again',
  delivered: 'done',
  refused: 'refused',
  withdrawn: 'taken back',
};

const FORMS: SimpleForms = {
  restored: {
    one: (name) => `${name} is back as it was notarized: same certificate, free`,
    many: (files) => `${files} are back as they were notarized: same certificates, free`,
  },
  duplicate: {
    one: (name) => `${name} was on the service already: free`,
    many: (files) => `${files} were on the service already: free`,
  },
  changed: {
    one: (name) => `${name} was changed; its certificate holds for the old bytes`,
    many: (files) => `${files} were changed; their certificates hold for the old bytes`,
  },
  missing: {
    one: (name) => `${name} is not here any more; its certificate stays`,
    many: (files) => `${files} are not here any more; their certificates stay`,
  },
  deleted: {
    one: (name) => `${name} was deleted on the service`,
    many: (files) => `${files} were deleted on the service`,
  },
  unreadable: {
    one: (name) => `${name} cannot be read`,
    many: (files) => `${files} cannot be read`,
  },
  'sent-again': {
    one: (name) => `${name} is sent again: its answer was lost`,
    many: (files) => `${files} are sent again: their answers were lost`,
  },
  'paid-twice': {
    one: (name) => `${name} was paid for twice`,
    many: (files) => `${files} were paid for twice`,
  },
};

function costOf({ credits, isAtMost }: HistoryLine): string {
  if (credits === 0) return 'free';
  return isAtMost ? atMostText(credits) : creditText(credits);
}

function sentence(line: HistoryLine): string {
  const { what, files, from, to, latest } = line;
  const name = nameIn(line);
  const who = files === 1 ? name : fileText(files);
  if (isSimple(what, FORMS)) return files === 1 ? FORMS[what].one(name) : FORMS[what].many(who);
  switch (what) {
    case 'notarized':
      return `${who} notarized · ${costOf(line)}`;
    case 'copied': {
      const copy =
        line.original === null || line.original === name
          ? 'a copy of a notarized file'
          : `a copy of ${line.original}`;
      return files === 1
        ? `${name} is ${copy}: same certificate, free`
        : `${who} are copies of notarized files: same certificates, free`;
    }
    case 'renamed':
      return files === 1
        ? `${placeBefore(line)?.name ?? ''} is now ${name}: same certificate, free`
        : `${who} have new names: same certificates, free`;
    case 'moved':
      return files === 1
        ? `${movedName(line)} moved to ${placeNow(line) ?? to}: same certificate, free`
        : `${who} moved from ${from} to ${to}: same certificates, free`;
    case 'left-to-copy':
      return files === 1
        ? `${placeBefore(line)?.name ?? ''} is gone; its copy ${name} has the certificate`
        : `${who} are gone; their copies have the certificates`;
    case 'folder-moved':
      return `Folder ${from} is now ${to}: ${fileText(files)}, nothing is paid again`;
    case 'approved':
      return `${fileText(files)} approved · ${costOf(line)}`;
    case 'approval-withdrawn':
      return `Approval of ${fileText(files)} taken back`;
    case 'reserve':
      return `${to === null ? 'No reserve any more' : `Reserve set to ${creditText(Number(to))}`}${beforeIt(from)}`;
    case 'month-limit':
      return `${to === null ? 'No limit per month any more' : `Limit per month set to ${creditText(Number(to))}`}${beforeIt(from)}`;
    case 'folder-budget':
      return to === null
        ? `Folder ${from} has no budget any more`
        : `Budget of folder ${from} set to ${creditText(Number(to))}`;
    case 'uploads-paused':
      return 'Uploads paused';
    case 'uploads-resumed':
      return 'Uploads resumed';
    case 'went-offline':
      return 'You work offline';
    case 'went-online':
      return 'You work online again';
    case 'signed-in':
      return 'Signed in';
    case 'session-ended':
      return 'The session ended';
    case 'service-away':
      return files > 1
        ? `The service could not be reached: ${integer(files)} interruptions`
        : 'The service could not be reached';
    case 'signed-out':
      return 'Signed out';
    case 'change': {
      if (latest?.subject.kind !== 'change') return '';
      const { change, state } = latest.subject;
      const about = files === 1 ? name : integer(files);
      return `${changeKindWords[change].label} · ${about} · ${changeStates[state]}`;
    }
    case 'checking':
    case 'confirming':
    case 'discovered':
    case 'failed':
    case 'hashing':
    case 'held':
    case 'ignored':
    case 'ready':
    case 'record_error':
    case 'remote_only':
    case 'settling': {
      const hold = latest?.subject.kind === 'file' ? latest.subject.hold : null;
      return `${who} · ${stateLabel(what, hold, undefined)}`;
    }
    default:
      return assertNever(what);
  }
}

/** What a limit was. */
function beforeIt(limit: string | null): string {
  return limit === null ? '' : ` (before: ${integer(Number(limit))})`;
}

/** "a.raw", or "a.raw (now b.raw)" of one that has another name there. */
function movedName(line: HistoryLine): string {
  const [before, now] = [placeBefore(line)?.name, nameIn(line)];
  return before === undefined || before === now ? now : `${before} (now ${now})`;
}

export const storyWords: StoryWords = { sentence, changeStates };
