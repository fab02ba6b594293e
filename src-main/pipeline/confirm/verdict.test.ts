import { describe, expect, test } from 'vitest';
import { VERDICTS, verdictOf, type Evidence, type Verdict } from './verdict.ts';

/** Every value of every fact. */
const VALUES: { readonly [Fact in keyof Evidence]: readonly Evidence[Fact][] } = {
  list: ['shows-it', 'shows-several', 'shows-similar', 'lacks-it', 'tells-nothing'],
  charge: ['none', 'not-told', 'unexplained'],
  answer: ['nothing', 'no', 'not-now', 'id-of-nothing'],
  waited: ['moments', 'denial-wait', 'absence-wait', 'late-list-wait'],
  wait: ['proven', 'unproven', 'untellable'],
  mayBeFree: [false, true],
  isKept: [false, true],
  wasSentAgain: [false, true],
};

const ALL: readonly Evidence[] = Object.entries(VALUES).reduce<readonly object[]>(
  (some, [fact, values]) =>
    some.flatMap((each) => [...values].map((value) => Object.assign({}, each, { [fact]: value }))),
  [{}],
) as readonly Evidence[];

function ending(verdict: Verdict): readonly Evidence[] {
  return ALL.filter((each) => verdictOf(each) === verdict);
}

/** Lost, and ten minutes later the service shows neither record nor charge. */
const LOST: Evidence = {
  list: 'lacks-it',
  charge: 'none',
  answer: 'nothing',
  waited: 'absence-wait',
  wait: 'proven',
  mayBeFree: false,
  isKept: false,
  wasSentAgain: false,
};
/** The service said no, and twenty seconds later it shows neither record nor charge. */
const DENIED: Evidence = { ...LOST, answer: 'no', waited: 'denial-wait', wait: 'unproven' };

describe('what follows from the evidence', () => {
  test.each<[string, Evidence, Verdict]>([
    ['the record is there', { ...LOST, list: 'shows-it', waited: 'moments' }, 'recorded'],
    ['neither record nor charge for ten minutes', LOST, 'send-again'],
    ['the same before that', { ...LOST, waited: 'denial-wait' }, 'look-again'],
    ['the same by a clock that may be set', { ...LOST, wait: 'unproven' }, 'look-again'],
    ['the same where no clock can tell', { ...LOST, wait: 'untellable' }, 'ask'],
    ['the same a second time', { ...LOST, wasSentAgain: true }, 'ask'],
    ['the service still keeps a part of it', { ...LOST, isKept: true }, 'ask'],
    ['no record, charges are not told', { ...LOST, charge: 'not-told' }, 'ask'],
    ['no record, yet a charge', { ...LOST, charge: 'unexplained' }, 'look-again'],
    [
      'no record, yet a charge, half an hour later',
      { ...LOST, charge: 'unexplained', waited: 'late-list-wait' },
      'ask',
    ],
    ['the list is refused or not whole', { ...LOST, list: 'tells-nothing' }, 'ask'],
    ['something there may be it', { ...LOST, list: 'shows-similar' }, 'ask'],
    ['two records there may be it', { ...LOST, list: 'shows-several' }, 'ask'],
    [
      'both forms were recorded',
      { ...LOST, list: 'shows-several', wasSentAgain: true },
      'recorded',
    ],
    ['an id that no list shows', { ...LOST, answer: 'id-of-nothing' }, 'ask'],
    ['a no, moments ago', { ...DENIED, waited: 'moments' }, 'look-again'],
    ['a no, neither record nor charge', DENIED, 'not-recorded'],
    [
      'a no, the list is refused too, no charge',
      { ...DENIED, list: 'tells-nothing' },
      'not-recorded',
    ],
    ['a no to what may be free', { ...DENIED, mayBeFree: true }, 'look-again'],
    [
      'a no to what may be free, after ten minutes',
      { ...DENIED, mayBeFree: true, waited: 'absence-wait' },
      'not-recorded',
    ],
    ['a no, charges are not told', { ...DENIED, charge: 'not-told' }, 'look-again'],
    [
      'a no, charges are not told for ten minutes',
      { ...DENIED, charge: 'not-told', waited: 'absence-wait' },
      'ask',
    ],
    ['a no, yet a charge', { ...DENIED, charge: 'unexplained' }, 'look-again'],
    ['a no for now', { ...DENIED, answer: 'not-now' }, 'not-recorded'],
    [
      'a no for now, after which it is sent again, and no list',
      { ...DENIED, answer: 'not-now', list: 'tells-nothing' },
      'look-again',
    ],
  ])('%s', (_, evidence, verdict) => {
    expect(verdictOf(evidence)).toBe(verdict);
  });
});

describe('whatever the evidence', () => {
  test('nothing is sent again but what is shown neither recorded nor charged, proven to be for ten minutes, once (P7)', () => {
    const sent = ending('send-again');
    expect(new Set(sent.map(({ waited }) => waited))).toEqual(
      new Set(['absence-wait', 'late-list-wait']),
    );
    const same = sent.map(({ waited: _waited, mayBeFree: _free, ...demanded }) => demanded);
    const { waited: _waited, mayBeFree: _free, ...demanded } = LOST;
    expect(new Set(same.map((each) => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify(demanded)]),
    );
  });

  test('a no is believed only with no charge, and never against a record (P7)', () => {
    for (const { charge, answer, list, waited } of ending('not-recorded')) {
      expect([charge, waited === 'moments']).toEqual(['none', false]);
      expect(['no', 'not-now']).toContain(answer);
      expect(['lacks-it', 'tells-nothing']).toContain(list);
    }
  });

  test('nobody is asked before ten minutes, or where nothing contradicts a no', () => {
    for (const each of ending('ask')) {
      expect(['absence-wait', 'late-list-wait']).toContain(each.waited);
      const isPlainNo = each.answer === 'no' && each.charge === 'none';
      expect(isPlainNo && ['lacks-it', 'tells-nothing'].includes(each.list)).toBe(false);
    }
  });

  test('each line of the table decides about something', () => {
    const used = new Set(
      ALL.map((each) =>
        VERDICTS.findIndex(([demands]) =>
          Object.entries(demands).every(([fact, demanded]) =>
            [demanded].flat().includes(each[fact as keyof Evidence]),
          ),
        ),
      ),
    );
    expect(used.size).toBe(VERDICTS.length);
  });
});
