import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { press } from '../../test-support/person.ts';
import { Chart, type ChartProps, isEmptyChart } from './chart.tsx';

const credits = (value: number) => `${value} credits`;
const DAYS = [
  { id: '1', tick: '1 Nov', name: '1 Nov 2026', values: [5, 0] },
  { id: '2', tick: '2 Nov', name: '2 Nov 2026', values: [120, 40] },
  { id: '3', tick: '3 Nov', name: '3 Nov 2026', values: [null, 7] },
];
const SERIES = [
  { label: 'Spent', look: 'bars', text: credits },
  { label: 'Added', look: 'listed', text: credits },
] as const;

function show(over: Partial<ChartProps> = {}) {
  render(
    <Chart
      title="Spent by day"
      summary="125 credits in 3 days."
      pointsLabel="Day"
      points={DAYS}
      series={SERIES}
      empty="Nothing yet."
      {...over}
    />,
  );
}

/** A page that is not laid out gives a drawing no room, and its words no size. */
const sized = (width: number, height: number) => {
  const sides = { x: 0, y: 0, top: 0, left: 0, right: width, bottom: height, width, height };
  return { ...sides, toJSON: () => sides };
};
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function rect(
    this: HTMLElement,
  ) {
    return this.localName === 'span' ? sized(30, 16) : sized(600, 200);
  });
});
afterEach(() => vi.restoreAllMocks());

const drawing = () =>
  screen.findByRole('application', { name: /^Spent by day. 125 credits in 3 days./ });

test('the axes have ticks: the days below, numbers on the side', async () => {
  show();
  const chart = within(await drawing());
  expect(await chart.findByText('1 Nov')).toBeInTheDocument();
  expect(chart.getByText('3 Nov')).toBeInTheDocument();
  expect(chart.getByText('150')).toBeInTheDocument();
  expect(chart.getByText('0')).toBeInTheDocument();
});

test('the arrow keys move through the values, each is said, and Escape puts the box away', async () => {
  show({ limit: { label: 'Budget', value: 100 } });
  const chart = await drawing();
  const said = screen.getByRole('status');
  chart.focus();
  await waitFor(() => expect(said).toHaveTextContent('1 Nov 2026, Spent: 5 credits'));
  await userEvent.keyboard('{ArrowRight}');
  await waitFor(() => expect(said).toHaveTextContent('2 Nov 2026, Spent: 120 credits, Added: 40'));
  expect(screen.getByRole('term')).toHaveTextContent('2 Nov 2026');
  expect(screen.getAllByText('Budget: 100').length).toBe(2);
  await userEvent.keyboard('{ArrowRight}');
  // A value that is not known is not said to be nought.
  await waitFor(() => expect(said).toHaveTextContent(/^3 Nov 2026, Added: 7 credits$/));
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('term')).toBeNull();
  await userEvent.keyboard('{ArrowLeft}');
  expect(await screen.findByRole('term')).toHaveTextContent('2 Nov 2026');
});

test('the values under the pointer are shown', async () => {
  show();
  fireEvent.mouseMove(await drawing(), { clientX: 570, clientY: 100 });
  expect(await screen.findByText('Added: 7 credits')).toBeInTheDocument();
});

test('the table has what is drawn and what is not known', async () => {
  show();
  await press('Show as table: Spent by day');
  const rows = within(screen.getByRole('table', { name: 'Spent by day' })).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Day', 'Spent', 'Added'],
    ['1 Nov 2026', '5 credits', '0 credits'],
    ['2 Nov 2026', '120 credits', '40 credits'],
    ['3 Nov 2026', '—', '7 credits'],
  ]);
});

test('a chart of nothing says so, and draws nothing', () => {
  const points = DAYS.map(({ id, tick, name }) => ({ id, tick, name, values: [0, 9] }));
  expect(isEmptyChart({ points, series: SERIES })).toBe(true);
  show({ points });
  expect(screen.getByText('Nothing yet.')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByText('125 credits in 3 days.')).toBeNull();
});
