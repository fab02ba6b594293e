import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { temporaryFolder } from '../../test-support/temporary-state.ts';
import { runProgram } from './program.ts';
import { fakeTerminal } from './test-support/fake-terminal.ts';
import { isTaken, valueSlots, type ValueSlot } from './test-support/value-slots.ts';
import { hasFreeNames } from '../../test-support/this-system.ts';

const SLOTS = await valueSlots();
const LONG = 'x'.repeat(100_000);

/** No command can mean them. */
const NOTHING: readonly string[] = ['', ' ', '\t', '\u3000', '\u200B\u2060'];
const UNWRITABLE: readonly string[] = ['a\0b', '\0', 'bytes \uFFFD', 'half \uD800', LONG];
/** No call takes as much. */
const LONG_NAME = 'x'.repeat(401);
const CONTROLS: readonly string[] = ['a\u001B[2Jb', 'a\u0007', '\u0085'];
/** They look like numbers, and are none that can be meant. */
const NO_NUMBERS: readonly string[] = [
  '-1',
  '1e3',
  '0x10',
  '1_000',
  '1,000',
  '+5',
  '١٢',
  '１２',
  'Infinity',
  'NaN',
  '9'.repeat(20),
  '9'.repeat(400),
];

/** Nothing may be opened: what is would end with the sentence about this variable. */
async function refusalOf(line: readonly string[]) {
  const { written, ...terminal } = fakeTerminal({ env: { LABSEAL_TOKEN_STORE: 'none of them' } });
  const code = await runProgram(line, terminal);
  return { code, stdout: written.stdout(), stderr: written.stderr() };
}

async function expectRefused(slot: ValueSlot, value: string): Promise<void> {
  const { code, stdout, stderr } = await refusalOf(slot.line(value));
  const plain = stderr.replaceAll('\n', '');
  expect({
    what: `${slot.title} ${JSON.stringify(value.slice(0, 40))}`,
    code,
    stdout,
    isNamed: plain.includes(slot.name),
    isShort: plain.length < 1_000,
    isPlain: plain === printable(plain),
  }).toMatchObject({ code: 2, stdout: '', isNamed: true, isShort: true, isPlain: true });
}

test('every place for a value is found', () => {
  expect(SLOTS.length).toBeGreaterThan(150);
  expect(SLOTS.filter((slot) => slot.title === 'transfer limit <rate>')).toHaveLength(1);
});

describe('a value that nobody can mean is refused before anything is opened, by its name', () => {
  test.each([...NOTHING, ...UNWRITABLE].map((value) => [printable(value.slice(0, 9)), value]))(
    'for every option and argument: "%s"',
    async (_name, value) => {
      for (const slot of SLOTS) await expectRefused(slot, value);
    },
  );

  test.each(CONTROLS.map((value) => [printable(value), value]))(
    'where no path is meant: "%s"',
    async (_name, value) => {
      for (const slot of SLOTS.filter(({ isPath }) => !isPath)) await expectRefused(slot, value);
    },
  );

  test('where a name is meant: more characters than any name has', async () => {
    const names = SLOTS.filter((slot) => !slot.isPath && isTaken(slot, 'x'));
    const short = names.filter((slot) => !isTaken(slot, LONG_NAME));
    for (const slot of short) await expectRefused(slot, LONG_NAME);
    // Lists, patterns, and what may have several lines.
    expect(names.length - short.length).toBeLessThan(35);
    expect(isTaken(slotCalled('tag list <text>'), LONG_NAME)).toBe(false);
    expect(isTaken(slotCalled('member invite --email'), `${LONG_NAME}@lab.test`)).toBe(false);
  });

  test.each(NO_NUMBERS.map((value) => [value.slice(0, 24), value]))(
    'where a number is meant: "%s" (P24)',
    async (_name, value) => {
      const numeric = SLOTS.filter((slot) => isTaken(slot, '1') && !isTaken(slot, 'x'));
      expect(numeric.length).toBeGreaterThan(20);
      for (const slot of numeric) await expectRefused(slot, value);
    },
  );
});

function slotCalled(title: string): ValueSlot {
  const found = SLOTS.find((each) => each.title === title);
  if (found === undefined) throw new Error(`there is no ${title}`);
  return found;
}

test('what can be meant is taken: lines of a text, and any name that a file has', () => {
  expect(isTaken(slotCalled('file delete --reason'), 'two\nlines')).toBe(true);
  expect(isTaken(slotCalled('project create --name'), 'two\nlines')).toBe(false);
  const file = path.join(temporaryFolder(), hasFreeNames ? 'a\uFFFD\n.raw' : 'a\uFFFD.raw');
  expect(isTaken(slotCalled('file upload <path>'), file)).toBe(false);
  fs.writeFileSync(file, '');
  expect(isTaken(slotCalled('file upload <path>'), file)).toBe(true);
});
