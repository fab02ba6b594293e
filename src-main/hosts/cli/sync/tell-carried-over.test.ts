import { expect, test } from 'vitest';
import type { CarriedOver } from '../../../../src-shared/model/status/carried-over.ts';
import type { Application } from '../application.ts';
import { makeOutput } from '../output.ts';
import { fakeTerminal } from '../test-support/fake-terminal.ts';
import { tellCarriedOver } from './tell-carried-over.ts';

const LIMITS: CarriedOver = {
  kind: 'limits',
  day: 50,
  month: 30,
  approvesEach: true,
  hadBatchLimits: false,
};

/** What is said, and what of it is left to say. */
async function told(isTerminal: boolean, isJson = false, item: CarriedOver = LIMITS) {
  let left: readonly CarriedOver[] = [item];
  const call = async (name: string) => {
    if (name === 'status.markRead') left = [];
    return left;
  };
  const terminal = fakeTerminal({ isTerminal });
  const application = { call } as unknown as Application;
  await tellCarriedOver(application, makeOutput(terminal, isJson));
  return { said: terminal.written.stderr().replaceAll(/\s+/g, ' '), left };
}

test('what became of a setting is said once to a person at a terminal', async () => {
  expect(await told(true)).toEqual({
    said: 'Instead of 50 credits a day, uploads may spend 30 a month. Each new file of your folders waits for your approval, instead of dear ones or many at once. Change it with "labseal credit budget" and "labseal folder edit". ',
    left: [],
  });
});

test.each([
  ['a script', false, false],
  ['who reads JSON', true, true],
])('%s is told nothing, so that a person still is', async (_, isTerminal, isJson) => {
  expect(await told(isTerminal, isJson)).toEqual({ said: '', left: [LIMITS] });
});

test('of folders it says how many ask when', async () => {
  expect((await told(true, false, { kind: 'check', first: 1, approved: 2 })).said).toBe(
    'Once you approve, the service is asked whether it has a file; what is there is free (2 folders). 1 folder asks before the price, as until now. Change it with "labseal folder edit FOLDER --check first|approved|never". ',
  );
});
