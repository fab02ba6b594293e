/** How a figure grows with the size of the data: both axes count tenfold steps, so that twice as much for twice as many is a line of one slope. */
import type { Part } from '../contest.ts';
import { counted } from '../quantity.ts';
import { drawing, GAP, label, PART_CLASSES, short, TEXT_DROP, WIDTH } from './paint.ts';

export interface Growth {
  readonly name: string;
  readonly part: Part;
  readonly points: readonly { readonly size: number; readonly value: number }[];
}

const HEIGHT = 420;
const LEFT = 80;
const RIGHT = 250;
const TOP = 44;
const BOTTOM = 40;
const TEXT_HEIGHT = 15;
const LEAST = 0.001; // nought has no place on such an axis

interface Axis {
  readonly steps: readonly number[];
  readonly place: (value: number) => number;
}

export function sizePlot(
  title: string,
  growths: readonly Growth[],
  words: (value: number) => string,
): string {
  const points = growths.flatMap((growth) => growth.points);
  const across = tenfold(
    points.map(({ size }) => size),
    [LEFT, WIDTH - RIGHT],
  );
  const up = tenfold(
    points.map(({ value }) => value),
    [HEIGHT - BOTTOM, TOP],
  );
  const lines = growths.map(({ part, points: own }) => {
    const places = own.map(
      ({ size, value }) => `${short(across.place(size))},${short(up.place(value))}`,
    );
    return `<polyline class="${PART_CLASSES[part]}" points="${places.join(' ')}"/>`;
  });
  return drawing(title, { width: WIDTH, height: HEIGHT }, [
    label({ x: GAP, y: TOP / 2 }, title, { isFaint: true }),
    ...across.steps.flatMap((size) => [
      `<line class="line" x1="${short(across.place(size))}" y1="${TOP}" x2="${short(across.place(size))}" y2="${HEIGHT - BOTTOM}"/>`,
      label({ x: across.place(size), y: HEIGHT - BOTTOM / 2 }, counted(size), {
        anchor: 'middle',
        isFaint: true,
      }),
    ]),
    ...up.steps.flatMap((value) => [
      `<line class="line" x1="${LEFT}" y1="${short(up.place(value))}" x2="${WIDTH - RIGHT}" y2="${short(up.place(value))}"/>`,
      label({ x: LEFT - GAP, y: up.place(value) + TEXT_DROP }, words(value), {
        anchor: 'end',
        isFaint: true,
      }),
    ]),
    ...lines,
    ...names(growths, up),
  ]);
}

/** From the tenfold step below the least to the one above the most. */
function tenfold(values: readonly number[], [from, to]: readonly [number, number]): Axis {
  const powers = values.map((value) => Math.log10(Math.max(value, LEAST)));
  const [least, most] = [Math.floor(Math.min(...powers)), Math.ceil(Math.max(...powers))];
  const span = Math.max(1, most - least);
  return {
    steps: Array.from({ length: span + 1 }, (_, step) => 10 ** (least + step)),
    place: (value) => from + ((Math.log10(Math.max(value, LEAST)) - least) / span) * (to - from),
  };
}

/** Beside the ends of the lines, moved apart where they would cover each other. */
function names(growths: readonly Growth[], up: Axis): readonly string[] {
  const wanted = growths
    .map(({ name, points }) => ({ name, y: up.place(points.at(-1)?.value ?? 0) }))
    .toSorted((one, other) => one.y - other.y);
  let free = TOP;
  const placed = wanted.map(({ name, y }) => {
    const at = Math.max(y, free);
    free = at + TEXT_HEIGHT;
    return { name, y: at };
  });
  const tooFar = Math.max(0, free - TEXT_HEIGHT - (HEIGHT - BOTTOM / 2));
  return placed.map(({ name, y }) =>
    label({ x: WIDTH - RIGHT + GAP, y: y - tooFar + TEXT_DROP }, name),
  );
}
