import { expect, test } from 'vitest';
import { runProgram } from '../program.ts';
import { fakeTerminal } from '../test-support/fake-terminal.ts';
import { runnableCommands } from '../test-support/whole-program.ts';
import { EXAMPLES } from './examples.ts';

test('each command has an example, which its help shows', async () => {
  const commands = (await runnableCommands()).map(({ path }) => path);
  expect(Object.keys(EXAMPLES).toSorted()).toEqual(commands.toSorted());
  for (const path of commands) {
    const { written, ...terminal } = fakeTerminal();
    await runProgram([...path.split(' '), '--help'], terminal);
    expect(written.stdout()).toContain(`\nExample:\n  labseal ${EXAMPLES[path]}\n`);
  }
});
