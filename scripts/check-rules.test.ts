/** The checker itself, on documents and test files made for it. Numbers start with ZZ so that none is a rule of ours. */
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compareRules, readCitations, readRules } from './check-rules.ts';

const program = fileURLToPath(new URL('check-rules.ts', import.meta.url));
/** Written apart, so that this file's own titles and samples cite nothing by accident. */
const cite = (number: string) => `[${number}]`;

const rule = (number: string) => ({ number, sentence: `rule ${number}` });
const citation = (number: string) => ({ number, file: 'a.test.ts' });

describe('reading', () => {
  test('[RP5] a rule is a list line that begins with its number', () => {
    const document = [
      '# Rules',
      `- **${cite('ZZ1')}** The first.`,
      `Prose that mentions ${cite('ZZ9')}.`,
      `- **${cite('ZZ20')}** The second.`,
    ].join('\n');
    expect(readRules(document)).toEqual([
      { number: 'ZZ1', sentence: 'The first.' },
      { number: 'ZZ20', sentence: 'The second.' },
    ]);
  });

  test.for([
    ["test('[N] a plain title', () => {});"],
    ['it(`[N] a template with ${seed}`, () => {});'],
    ["test('with ' + '[N] in two parts', () => {});"],
    ["test.each([1, 2])('[N] %i', () => {});"],
    ["test.for(rows)('[N] row', () => {});"],
    ["test.skipIf(isOld)('[N] runs on most systems', () => {});"],
    ["describe('[N] a group', () => {});"],
    ["export function contract() { describe('x', () => { test('[N] inside', () => {}); }); }"],
  ])('[RP5] a citation is found in %s', ([source]) => {
    const found = readCitations('a.test.ts', String(source).replace('[N]', cite('ZZ7')));
    expect(found).toEqual([{ number: 'ZZ7', file: 'a.test.ts' }]);
  });

  test.for([
    ["test.skip('[N] never runs', () => {});"],
    ["test.todo('[N] never written');"],
    ["// test('[N] in a comment', () => {});"],
    ["test('a title', () => { check('[N]'); });"],
  ])('[RP5] nothing is cited by %s', ([source]) => {
    expect(readCitations('a.test.ts', String(source).replace('[N]', cite('ZZ7')))).toEqual([]);
  });
});

describe('comparing', () => {
  test('[RP5] names rules without a test, citations without a rule, and numbers used twice', () => {
    const rules = [rule('ZZ1'), rule('ZZ2'), rule('ZZ3'), rule('ZZ3')];
    expect(compareRules(rules, [citation('ZZ1'), citation('ZZ3'), citation('ZZ4')])).toEqual({
      untested: [rule('ZZ2')],
      unknown: [citation('ZZ4')],
      duplicated: ['ZZ3'],
    });
  });
});

describe('the command', () => {
  let folder: string;

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-rules-'));
    fs.mkdirSync(path.join(folder, 'e2e'));
    fs.writeFileSync(path.join(folder, 'SPEC.md'), `- **${cite('ZZ1')}** A rule.\n`);
  });

  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  test('[RP5] ends with 0 and the counts when document and tests agree', () => {
    fs.writeFileSync(path.join(folder, 'e2e', 'a.spec.ts'), `test('${cite('ZZ1')} x', () => {});`);
    const words = execFileSync(process.execPath, [program, folder], { encoding: 'utf8' });
    expect(words).toBe('Rules 1, citations 1, test files 1: they agree.\n');
  });

  test('[RP5] ends with 1 and names the rule when a test is missing', () => {
    const { status, stderr } = spawnSync(process.execPath, [program, folder], { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain(`${cite('ZZ1')} has no test: A rule.`);
  });
});
