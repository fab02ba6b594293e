/** The guide in a terminal, and the way to it from an error. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  FAULT_TOPICS,
  HEALTH_TOPICS,
  type HelpTopic,
  placeOfTopic,
  STATE_TOPICS,
} from '../../../../src-shared/model/text/guide-topics.ts';
import { makeOutput } from '../output.ts';
import { runProgram } from '../program.ts';
import { type FakeOptions, fakeTerminal } from '../test-support/fake-terminal.ts';
import { guideLines } from './guide-text.ts';

async function labseal(words: readonly string[], options: FakeOptions = {}) {
  const { written, ...terminal } = fakeTerminal(options);
  const code = await runProgram(words, terminal);
  return { code, stdout: written.stdout(), stderr: written.stderr() };
}

describe('the guide', () => {
  test('begins with its pages, and each is named as the command takes it', async () => {
    const { code, stdout } = await labseal(['guide']);
    expect(code).toBe(0);
    const pages = [...stdout.matchAll(/\("labseal guide ([\w-]+)"\)/g)].map(
      ([, page = '']) => page,
    );
    expect(pages.length).toBeGreaterThan(6);
    for (const page of pages) {
      expect((await labseal(['guide', page])).stdout).toMatch(/^\w[^\n]*\n\n/);
    }
  });

  test('shows a paragraph by words of its heading, and the exact one where there is one', async () => {
    const found = await labseal(['guide', 'when-something-is-wrong', 'are out']);
    expect(found).toMatchObject({ code: 2, stdout: '' });
    expect(found.stderr).toContain('"are out"');
    const { stdout } = await labseal(['guide', 'when-something-is-wrong', 'Are signed out']);
    expect(stdout).toMatch(/^You are signed out\n\nSign in again\./);
    const left = await labseal(['guide', 'when-something-is-wrong', 'left-out']);
    expect(left.stdout).toMatch(/^Left out\n/);
    expect(await labseal(['guide', 'glossary', '???'])).toMatchObject({ code: 2, stdout: '' });
    expect(await labseal(['guide', 'start'])).toMatchObject({ code: 2, stdout: '' });
  });

  test('every paragraph that a sentence leads to is shown', async () => {
    const tables = [STATE_TOPICS, FAULT_TOPICS, HEALTH_TOPICS];
    const topics = new Set(tables.flatMap((table) => Object.values<HelpTopic>(table)));
    for (const topic of topics) {
      const { page, anchor } = placeOfTopic(topic);
      const { code, stdout } = await labseal(['guide', page, anchor]);
      expect({ topic, code, paragraphs: stdout.split('\n\n').length > 1 }).toEqual({
        topic,
        code: 0,
        paragraphs: true,
      });
    }
  });

  test('is drawn with the means of a terminal', () => {
    expect(
      guideLines(
        '# A _b_\n\nSee _Overview_,\nrun `labseal sync`: [Words](glossary.md).\n\n![x](y.png)\n\n1. one\n2. two\n\n| L | S |\n| - | - |\n| _f_ | g |\n',
      ),
    ).toEqual([
      'A b',
      '',
      'See "Overview", run "labseal sync": Words ("labseal guide glossary").',
      '',
      '1. one',
      '2. two',
      '',
      '- "f": g',
    ]);
  });
});

/** What is written of the way to a paragraph, to stdout and to stderr. */
function wayTo(options: FakeOptions, isJson = false, isQuiet = false) {
  const terminal = fakeTerminal({ columns: 200, ...options });
  makeOutput(terminal, isJson, { isQuiet }).more(FAULT_TOPICS['not-signed-in']);
  return [terminal.written.stdout(), terminal.written.stderr()];
}

describe('an error leads to its paragraph', () => {
  const hint = 'More: "labseal guide when-something-is-wrong you-are-signed-out".\n';
  test('on a terminal only, and not in JSON or with --quiet', () => {
    expect(wayTo({ isTerminal: true })).toEqual(['', hint]);
    expect(wayTo({})).toEqual(['', '']);
    expect(wayTo({ isTerminal: true }, true)).toEqual(['', '']);
    expect(wayTo({ isTerminal: true }, false, true)).toEqual(['', '']);
  });

  test('below its sentence', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-guide-'));
    onTestFinished(() => fs.rmSync(folder, { recursive: true }));
    const home = path.join(folder, 'file');
    fs.writeFileSync(home, '');
    const env = { LABSEAL_HOME: home, LABSEAL_TOKEN_STORE: 'file' };
    const ended = await labseal(['status'], { isTerminal: true, columns: 200, env });
    expect(ended.stderr).toMatch(/\nMore: "labseal guide [\w-]+ [\w-]+"\.\n$/);
    expect((await labseal(['status'], { env })).stderr).not.toContain('More:');
  });
});
