/** docs/security.md says what is true: all forty items, rules that have tests, jobs that exist. */
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readRules } from '../check-rules.ts';
import { FUSES, shippedFuses } from '../packaging/fuses.ts';
import { readItems, testsByRule } from './security-page.ts';

const read = (name: string) => fs.readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const page = read('docs/security.md');
const items = readItems(page);

describe('the list of security', () => {
  test('[SX40] has every item, each proven here, by a command, or in a job elsewhere', () => {
    expect(items.map(({ number }) => number)).toEqual(
      Array.from({ length: 40 }, (_, index) => index + 1),
    );
    const bare = items.filter(({ rules, elsewhere }) => rules.length === 0 && elsewhere === '');
    expect(bare).toEqual([]);
  });

  test('[SX40] names rules that exist and have tests', () => {
    const known = new Set(readRules(read('SPEC.md')).map(({ number }) => number));
    const tests = testsByRule();
    const named = items.flatMap(({ rules }) => rules);
    expect(named.length).toBeGreaterThan(60);
    expect(named.filter((rule) => !known.has(rule))).toEqual([]);
    expect(named.filter((rule) => !tests.has(rule))).toEqual([]);
  });

  test('[SX40] names jobs that exist', () => {
    const jobs = ['check.yml', 'release.yml'].flatMap((file) => {
      const text = read(`.github/workflows/${file}`);
      const below = text.slice(text.indexOf('\njobs:'));
      return Array.from(below.matchAll(/^ {2}([\w-]+):$/gm), ([, name = '']) => name);
    });
    const words = new Set(
      items.flatMap(({ elsewhere }) => elsewhere.split(':')[0]?.match(/[\w-]+/g) ?? []),
    );
    expect(jobs.filter((job) => !words.has(job))).toEqual([]);
  });

  test('[SX40] has the fuses as they ship', () => {
    const rows = FUSES.map(
      ({ name }) => new RegExp(`^\\| ${name} +\\|[^|]+\\|([^|]+)\\|`, 'm').exec(page)?.[1],
    );
    const said = (platform: NodeJS.Platform) =>
      rows.map((row = '') => {
        const isOn = /^ *on/.test(row) && !(platform === 'linux' && row.includes('Linux'));
        return isOn ? '1' : '0';
      });
    expect(said('darwin').join('')).toBe(shippedFuses('darwin'));
    expect(said('linux').join('')).toBe(shippedFuses('linux'));
  });
});
