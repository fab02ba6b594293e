import { plural } from './figures.ts';

export const pending = {
  edited: 'Not sent yet',
  was: (value: string) => `Not sent yet · was ${value}`,
  nothing: 'nothing',
  needsWord: (price: string) => `Waiting for your approval · ${price}`,
  sending: 'Sending…',
  unknown: 'Checking whether it arrived',
  refused: (why: string) => `Not accepted: ${why}`,
  undoOf: (what: string) => `Undo: ${what}`,
  review: 'Decide in the outbox',
  reviewOf: (what: string) => `Decide in the outbox: ${what}`,
  changesWait: (changes: number) =>
    changes === 1
      ? '1 change will be sent when you are online.'
      : `${plural(changes, 'change', 'changes')} will be sent when you are online.`,
  needYou: (changes: number) => `${plural(changes, 'change needs', 'changes need')} attention.`,
  seeOutbox: 'See Outbox',
  sent: (sent: number, needYou: number) =>
    [
      ...(sent > 0 ? [`${plural(sent, 'change', 'changes')} sent`] : []),
      ...(needYou > 0
        ? [
            `${plural(needYou, sent > 0 ? 'needs' : 'change needs', sent > 0 ? 'need' : 'changes need')} attention`,
          ]
        : []),
    ].join(', '),
  offline: 'Work offline',
  offlineText:
    'Nothing is asked of the service and nothing is sent until you go online again. Uploads pause. Changes wait in the outbox.',
  isOffline: 'Working offline',
  goOnline: 'Go online',
};
