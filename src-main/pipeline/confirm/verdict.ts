/**
 * What follows from everything that is known about an upload whose last bytes left and that no id ended. Pure: a table,
 * read from the top; the first line that fits decides. Only evidence ends such an upload by itself; a person is asked where
 * there is none, or where it contradicts itself.
 */
import type { ChargeEvidence } from '../../../src-shared/model/files/file-view.ts';

export interface Evidence {
  /** What the destination's list shows; `lacks-it`: read to its end; `tells-nothing`: refused, or not whole. */
  readonly list: 'shows-it' | 'shows-several' | 'shows-similar' | 'lacks-it' | 'tells-nothing';
  /** What history and balance say about a charge that nothing else here explains. */
  readonly charge: ChargeEvidence;
  /**
   * What came in place of the id. `no`: the service's about this file, which stands with its reason; `not-now`: one about the
   * moment or the way, after which the form is sent again; `id-of-nothing`: an id that no list shows.
   */
  readonly answer: 'nothing' | 'no' | 'not-now' | 'id-of-nothing';
  /**
   * Since the connection ended: less than a denial is doubted, less than absence needs, less than a list may be late that
   * lacks what was charged, or more.
   */
  readonly waited: 'moments' | 'denial-wait' | 'absence-wait' | 'late-list-wait';
  /**
   * Whether absence was waited for by a clock that nobody here sets: this program's steady one, or the service's. `untellable`:
   * not by ours, and the service shows no time.
   */
  readonly wait: 'proven' | 'unproven' | 'untellable';
  /** By some reading of the price it costs nothing, and no charge would show. */
  readonly mayBeFree: boolean;
  /** The service still keeps what it has of it at its own address. */
  readonly isKept: boolean;
  /** This content was sent to this destination again by evidence before. */
  readonly wasSentAgain: boolean;
}

/**
 * `recorded`: it is the file that the list shows, of several the first. `not-recorded`: it was denied, and neither recorded nor
 * charged. `send-again`: nothing came, and it was neither recorded nor charged.
 */
export type Verdict = 'recorded' | 'not-recorded' | 'send-again' | 'look-again' | 'ask';

/** What a line demands; what it does not name may be anything. */
type Demands = {
  readonly [Fact in keyof Evidence]?: Evidence[Fact] | readonly Evidence[Fact][];
};

const DENIED = ['no', 'not-now'] as const;

export const VERDICTS: readonly (readonly [Demands, Verdict])[] = [
  [{ list: 'shows-it' }, 'recorded'],
  // Both forms were recorded: the second of them is named as a charge of its own where it is taken in.
  [{ list: 'shows-several', wasSentAgain: true }, 'recorded'],
  [{ waited: 'moments' }, 'look-again'],

  // A denial is believed as soon as balance or history agree, and a list, if it tells anything.
  [{ answer: DENIED, list: 'lacks-it', charge: 'none', mayBeFree: false }, 'not-recorded'],
  [{ answer: 'no', list: 'tells-nothing', charge: 'none', mayBeFree: false }, 'not-recorded'],
  [{ waited: 'denial-wait' }, 'look-again'],
  [{ answer: DENIED, list: ['lacks-it', 'tells-nothing'], charge: 'none' }, 'not-recorded'],

  // A list may be late: whoever charged will show the record.
  [{ list: 'lacks-it', charge: 'unexplained', waited: 'absence-wait' }, 'look-again'],

  [
    {
      answer: 'nothing',
      list: 'lacks-it',
      charge: 'none',
      wait: 'proven',
      isKept: false,
      wasSentAgain: false,
    },
    'send-again',
  ],
  [
    {
      answer: 'nothing',
      list: 'lacks-it',
      charge: 'none',
      wait: 'unproven',
      isKept: false,
      wasSentAgain: false,
    },
    'look-again',
  ],
  [{}, 'ask'],
];

export function verdictOf(evidence: Evidence): Verdict {
  const line = VERDICTS.find(([demands]) =>
    Object.entries(demands).every(([fact, demanded]) =>
      [demanded].flat().includes(evidence[fact as keyof Evidence]),
    ),
  );
  return line?.[1] ?? 'ask';
}
