/** Computes the contrast of the colours in tokens.css with the formula of WCAG 2.2, against what each is used for. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const css = fs.readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8');
const declared = [...css.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\);/g)].map(
  ([, name = '', light = '', dark = '']) => [name, { light, dark }] as const,
);
const colours = new Map(declared);

type Theme = 'light' | 'dark';

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function colour(name: string, theme: Theme): string {
  const found = colours.get(name);
  if (found === undefined) throw new Error(`no token --${name}`);
  return found[theme];
}

const GROUNDS = ['canvas', 'surface', 'raised', 'sunken', 'hover', 'selected'];
const ROLES = ['neutral', 'active', 'ok', 'warn', 'danger'];
const CHARTS = ['chart1', 'chart2', 'chart3', 'chart4'].filter((name) => colours.has(name));
const INKS = ['text', 'text-muted', 'text-faint', 'link'].concat(ROLES.map((role) => `${role}-fg`));
const LINES = ['border-strong', 'focus', 'accent', ...CHARTS];

/** What is seen on what, and the least contrast that use allows. */
const USES: readonly (readonly [on: string, seen: string, least: number])[] = [
  ...GROUNDS.flatMap((ground) => INKS.map((ink) => [ground, ink, 4.5] as const)),
  ...GROUNDS.flatMap((ground) => LINES.map((line) => [ground, line, 3] as const)),
  ...ROLES.flatMap((role) => [
    [`${role}-bg`, `${role}-fg`, 4.5] as const,
    [`${role}-bg`, 'text', 4.5] as const,
  ]),
  ...['accent', 'accent-hover', 'accent-press'].map((fill) => [fill, 'on-accent', 4.5] as const),
  ['danger-solid', 'on-danger', 4.5],
];

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  test.each(USES)('on %s, %s has a contrast of %d at least', (on, seen, least) => {
    expect(contrast(colour(on, theme), colour(seen, theme))).toBeGreaterThanOrEqual(least);
  });
});

test('the formula gives the known extremes', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#777777')).toBe(1);
  expect(USES.length).toBeGreaterThan(70);
});
