import { expect, test } from 'vitest';
import { chooseDays } from './credit-history-command.ts';

test.each([
  [{}, '2026-02-01', '2026-03-02'],
  [{ to: '2026-03-01' }, '2026-01-31', '2026-03-01'],
  [{ from: '2026-02-27' }, '2026-02-27', '2026-03-02'],
  [{ from: '2025-12-01', to: '2025-12-01' }, '2025-12-01', '2025-12-01'],
])('a history of %j at the end of 2 March (UTC) goes from %s to %s', (named, from, to) => {
  expect(chooseDays(named, Date.parse('2026-03-02T23:59:59.999Z'))).toEqual({ from, to });
});
