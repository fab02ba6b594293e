import { describe, expect, test } from 'vitest';
import { newAssignment, readFileType, readVisibility } from './file/assignment-options.ts';
import { UsageError } from './exit-code.ts';
import {
  collectStates,
  readCheckPolicy,
  readCount,
  readCountOrNone,
  sizeOf,
  readYesNo,
} from './option-values.ts';

/** The sentence with which a value is refused. */
function refusal(read: () => unknown): string {
  try {
    return `taken: ${JSON.stringify(read())}`;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.message;
  }
}

describe('sizes', () => {
  test.for([
    ['0', 0],
    ['2500000', 2_500_000],
    ['100MB', 100_000_000],
    ['1.5 GiB', 1_610_612_736],
    [' 3 kb ', 3_000],
    ['7b', 7],
  ] as const)('%j is %i bytes', ([text, bytes]) => {
    expect(sizeOf(text)).toBe(bytes);
  });

  test.for(['', 'MB', '-1', '1e9', '5 parsecs', '1,5GB', '0x10', '1.', '.5', '٣', '1000001GB'])(
    '%j is none',
    (text) => {
      expect(sizeOf(text)).toBeNull();
    },
  );
});

describe('other values', () => {
  test('counts are whole numbers from 0 on', () => {
    const read = readCount('--settle');
    expect([read('0'), read('86400')]).toEqual([0, 86_400]);
    for (const text of ['', '-1', '1.5', '1e3', ' 1', 'soon', '9'.repeat(16)]) {
      expect(refusal(() => read(text))).toMatch(/^--settle takes a whole number from 0 on, not/);
    }
  });

  test('a limit is a count or none, a wish is yes or no', () => {
    const limit = readCountOrNone('--day');
    expect([limit('0'), limit('none')]).toEqual([0, 'none']);
    for (const text of ['', 'None', '-1'])
      expect(refusal(() => limit(text))).toMatch(/^--day takes/);
    const requested = readYesNo('--approve-each');
    expect([requested('yes'), requested('no')]).toEqual([true, false]);
    expect(refusal(() => requested('true'))).toContain('yes, no');
  });

  test('when the service is asked; what was chosen so far says what does its work now', () => {
    for (const policy of ['first', 'approved', 'never'])
      expect(readCheckPolicy(policy)).toBe(policy);
    expect(refusal(() => readCheckPolicy('always'))).toContain('write "first" to ask');
    expect(refusal(() => readCheckPolicy('100MB'))).toMatch(/^--check takes no size any more/);
    expect(refusal(() => readCheckPolicy('sometimes'))).toBe(
      '--check is one of first, approved, never, not "sometimes".',
    );
  });

  test('words are taken exactly, and the refusal lists them', () => {
    expect(readVisibility('public')).toBe('public');
    expect(refusal(() => readVisibility('Public'))).toContain('public, private');
    expect(refusal(() => readFileType('tertiary'))).toContain('primary, secondary');
    expect(collectStates('held,failed', ['ready'])).toEqual(['ready', 'held', 'failed']);
    for (const name of ['Notarized', 'notarized', ' NOTARIZED']) {
      expect(collectStates(name)).toEqual(['notarized']);
    }
    expect(collectStates('found,discovered,Waits for your approval,waiting')).toEqual([
      'discovered',
      'discovered',
      'ready',
      'ready',
    ]);
    expect(collectStates('Held · not enough credits,not-recorded')).toEqual([
      'held',
      'record_error',
    ]);
    expect(refusal(() => collectStates('nix'))).not.toMatch(/hashing|remote_only|settling/);
    expect(refusal(() => collectStates('held,'))).toContain('--state is one of');
  });
});

describe('assignments', () => {
  const whole = { project: 'p', visibility: 'private', label: 'a' } as const;

  test('project, visibility and labels must be said, everything else has a default', () => {
    expect(newAssignment(whole)).toMatchObject({ fileType: 'primary', checkPolicy: 'approved' });
    for (const name of ['project', 'visibility', 'label'] as const) {
      const { [name]: _left, ...rest } = whole;
      expect(refusal(() => newAssignment(rest))).toContain(`--${name}`);
    }
  });
});
