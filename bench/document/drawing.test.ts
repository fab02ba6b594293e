// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import type { Part } from '../contest.ts';
import { barPlot, LONGEST_BAR } from './bar-plot.ts';
import { sizePlot } from './size-plot.ts';

function parsed(svg: string): XMLDocument {
  const document = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(document.querySelector('parsererror')?.textContent).toBeUndefined();
  expect(document.documentElement.namespaceURI).toBe('http://www.w3.org/2000/svg');
  return document;
}

const bar = (name: string, value: number, part: Part = 'peer') => ({
  name,
  part,
  value,
  words: `${value} ms`,
});

describe('a drawing', () => {
  test('of bars is well-formed, and its bars are as long as their figures', () => {
    const svg = parsed(
      barPlot('a < b & c', [bar('ours', 25), bar('"<theirs>"', 100), bar('no', 0)]),
    );
    const widths = [...svg.querySelectorAll('rect')].map((rect) =>
      Number(rect.getAttribute('width')),
    );
    expect(widths).toEqual([LONGEST_BAR / 4, LONGEST_BAR, 1]);
    expect(svg.querySelector('title')?.textContent).toBe('a < b & c');
    expect(svg.documentElement.textContent).toContain('"<theirs>"');
    expect(svg.querySelector('style')?.textContent).toContain('prefers-color-scheme: dark');
  });

  test('over sizes has equal steps for ten times as many, inside its frame', () => {
    const points = [10, 100, 1_000].map((size) => ({ size, value: size * 2 }));
    const growths = [
      { name: 'ours', part: 'labseal', points },
      { name: 'theirs', part: 'peer', points },
    ] as const;
    const svg = parsed(sizePlot('growth', growths, String));
    const line = svg.querySelector('polyline')?.getAttribute('points') ?? '';
    const places = line.split(' ').map((at) => at.split(',').map(Number));
    const steps = [1, 2].map((at) =>
      [0, 1].map((axis) => Number(places[at]?.[axis]) - Number(places[at - 1]?.[axis])),
    );
    const [[right = NaN, up = NaN] = [], second = []] = steps;
    expect([right > 0, up < 0]).toEqual([true, true]);
    expect(second[0]).toBeCloseTo(right, 0);
    expect(second[1]).toBeCloseTo(up, 0);
    const named = [...svg.querySelectorAll('text')].filter(({ textContent }) =>
      ['ours', 'theirs'].includes(textContent),
    );
    expect(new Set(named.map((text) => text.getAttribute('y'))).size).toBe(2);
  });
});
