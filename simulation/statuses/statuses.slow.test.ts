import { expect, test } from 'vitest';
import { playStatuses } from './play-status.ts';
import { CIRCUMSTANCES, TELLING_STATUSES } from './status-cells.ts';

const isDenial = (status: number) => status !== 500;

test('whatever status comes after the last byte, nothing is charged twice without a person, and few are asked', async () => {
  const results = await playStatuses(TELLING_STATUSES, 2);
  expect(results).toHaveLength(TELLING_STATUSES.length * CIRCUMSTANCES.length);
  expect(results.filter(({ broken, charges }) => broken !== null || charges > 1)).toEqual([]);
  const of = ({ status, circumstances: { isRecorded, list, balance } }: (typeof results)[number]) =>
    `${status} ${isRecorded} ${list} ${balance}`;
  const asked = results.filter(
    ({ status, circumstances: { list, balance }, isAsked }) =>
      isAsked && isDenial(status) && balance === 'told' && list !== 'refused',
  );
  expect(asked.map(of)).toEqual([]);
  const late = results.filter(
    ({ status, circumstances: { list, balance }, knownAfterMs }) =>
      isDenial(status) &&
      balance === 'told' &&
      list === 'at once' &&
      (knownAfterMs ?? Infinity) > (status === 401 ? 90_000 : 30_000),
  );
  expect(late.map(of)).toEqual([]);
}, 180_000);
