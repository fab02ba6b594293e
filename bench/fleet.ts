/**
 * The figures and the plot of a thousand clients at one service, from the simulation: the same on every computer.
 * `npm run bench -- fleet` prints the table and draws docs/pictures/fleet.svg.
 */
import fs from 'node:fs';
import path from 'node:path';
import { busiestMinute, playFleet, type FleetEnd } from '../simulation/fleet/play-fleet.ts';
import { DAY, MORNING, ordinaryPeak, OUTAGE } from '../simulation/fleet/stories.ts';
import { MINUTE_MS } from '../src-shared/model/text/time.ts';

const PICTURE = path.join(import.meta.dirname, '../docs/pictures/fleet.svg');
const [WIDTH, HEIGHT, EDGE] = [720, 260, 44];
const SHOWN_FROM = 25;
const SHOWN_MINUTES = 45;
const MOST_TIMES = 4;

/** Prints a table in Markdown and draws the picture. */
export function measureFleet(): void {
  const peak = ordinaryPeak(1);
  const capacityPerSecond = 2 * peak;
  const { untilMs } = OUTAGE.outage;
  const day = playFleet({ ...DAY, capacityPerSecond });
  const spread = playFleet({ ...OUTAGE, capacityPerSecond });
  const unspread = playFleet({ ...OUTAGE, capacityPerSecond, isReturnSpread: false });
  const morning = playFleet({ ...MORNING, capacityPerSecond });
  const row = (name: string, end: FleetEnd, fromMs: number) =>
    `| ${name} | ${(busiestMinute(end, fromMs) / peak).toFixed(2)} | ${Math.round(end.longestWaitMs / 1_000)} s | ${end.refused} |`;
  const hours = day.askedPerSecond.length / 3_600;
  const asked = day.askedPerSecond.reduce((sum, count) => sum + count, 0);
  console.log(
    [
      `Busiest ordinary minute: ${peak.toFixed(1)} requests a second (1.00); capacity 2.00.`,
      `A client that sends asks ${(asked / hours / DAY.clients).toFixed(0)} times an hour in the mean of a day.`,
      '',
      '| 1,000 clients | busiest minute | longest wait for a turn | refused |',
      '| --- | --: | --: | --: |',
      row('an ordinary day', day, 0),
      row('after an outage of ten minutes', spread, untilMs),
      row('the same, returning within a minute (before)', unspread, untilMs),
      row('a morning, all started within a minute', morning, 0),
    ].join('\n'),
  );
  fs.writeFileSync(PICTURE, draw(peak, { spread, unspread }));
}

const text = (at: readonly [number, number], words: string, more = '') =>
  `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" ${more}>${words}</text>`;

function draw(peak: number, ends: { readonly spread: FleetEnd; readonly unspread: FleetEnd }) {
  const x = (minute: number) =>
    EDGE + ((minute - SHOWN_FROM) / SHOWN_MINUTES) * (WIDTH - EDGE - 12);
  const y = (times: number) => HEIGHT - EDGE - (times / MOST_TIMES) * (HEIGHT - EDGE - 16);
  const path2d = ({ askedPerSecond }: FleetEnd) =>
    Array.from({ length: SHOWN_MINUTES }, (_none, at) => {
      const minute = SHOWN_FROM + at;
      const counts = askedPerSecond.slice(minute * 60, minute * 60 + 60);
      const times = counts.reduce((sum, count) => sum + count, 0) / 60 / peak;
      return `${x(minute).toFixed(1)},${y(times).toFixed(1)} ${x(minute + 1).toFixed(1)},${y(times).toFixed(1)}`;
    }).join(' ');
  const across = (times: number, dashes: string) =>
    `<line x1="${EDGE}" x2="${WIDTH - 12}" y1="${y(times)}" y2="${y(times)}" stroke="#8a8f98" ${dashes}/>`;
  const fromMinute = OUTAGE.outage.fromMs / MINUTE_MS;
  const untilMinute = OUTAGE.outage.untilMs / MINUTE_MS;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" role="img">`,
    '<title>Requests of a thousand clients before, during and after an outage of ten minutes</title>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    `<rect x="${x(fromMinute)}" y="16" width="${x(untilMinute) - x(fromMinute)}" height="${HEIGHT - EDGE - 16}" fill="#f1e4e4"/>`,
    text([x(fromMinute) + 6, 30], 'outage'),
    across(0, ''),
    across(1, 'stroke-dasharray="2 4"'),
    across(2, 'stroke-dasharray="6 4"'),
    ...[0, 1, 2, 3, 4].map((times) =>
      text([EDGE - 8, y(times) + 4], `×${times}`, 'text-anchor="end"'),
    ),
    ...[30, 40, 50, 60, 70].map((at) =>
      text([x(at), HEIGHT - EDGE + 18], `${at}`, 'text-anchor="middle"'),
    ),
    text(
      [WIDTH / 2, HEIGHT - 8],
      'minutes; ×1 is the busiest ordinary minute, ×2 what the service bears',
      'text-anchor="middle"',
    ),
    `<polyline points="${path2d(ends.unspread)}" fill="none" stroke="#b3541e" stroke-width="1.5" stroke-dasharray="4 3"/>`,
    `<polyline points="${path2d(ends.spread)}" fill="none" stroke="#1d5fa8" stroke-width="2"/>`,
    text([x(48), y(3.3)], 'returning within a minute', 'fill="#b3541e"'),
    text([x(51), y(1.7)], 'spread over the length of the outage', 'fill="#1d5fa8"'),
    '</svg>',
    '',
  ].join('\n');
}
