import { number, plural } from './figures.ts';

export const inbox = {
  title: (count: number) =>
    count === 0 ? 'Needs attention' : `Needs attention (${number(count)})`,
  nothing: 'Nothing needs attention.',
  showAll: (count: number) => `Show all (${number(count)})`,
  chooseFiles: 'Choose files…',
  changeLimits: 'Change limits…',
  compare: 'Compare',
  decide: 'Decide…',
  verbs: {
    credits: 'Go to Credits',
    size_limit: 'Show files',
    procedure: 'Add procedure…',
    labels: 'Add labels…',
    permission: 'Change project…',
    id_in_use: 'Compare records…',
    failed: 'Show reasons',
    changed: 'Compare versions…',
  } as Readonly<Record<string, string | undefined>>,
  decided: 'Decided, waiting',
  approvedAway: 'Approved, waiting for the service',
  approved: 'Approved, waiting to be sent',
  approvedOne: 'Approved, waiting to be sent.',
  approvedAwayOne: 'Approved, waiting for the service.',
  sentByItself: 'It is sent automatically; nothing else to do.',
  approvedFiles: (count: number) =>
    `${plural(count, 'file', 'files')}. Sent automatically; nothing else to do.`,
  changesAway: 'Changes waiting for the service',
  changes: 'Changes waiting to be sent',
  changesInOutbox: (count: number) => `${plural(count, 'change', 'changes')} in the outbox.`,
};
