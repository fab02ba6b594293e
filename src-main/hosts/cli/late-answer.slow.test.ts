/** Who waits for the service for longer than a moment is told for what. */
import { expect, test } from 'vitest';
import type { Clock } from '../../platform/clock.ts';
import { realClock } from '../../platform/real-ports.ts';
import { useCliLab } from './test-support/cli-lab.ts';

const lab = useCliLab();

/** Three seconds pass as soon as they are waited for. */
const hurried: Clock = {
  ...realClock,
  sleep: (ms, signal) => realClock.sleep(ms === 3_000 ? 0 : ms, signal),
};

test('a slow service is named once, on stderr alone; a script that asked for quiet is not told', async () => {
  lab.fault({ endpoint: '*', do: { kind: 'delay', ms: 300 } });
  const told = await lab.start({ clock: hurried }, 'credit balance --json').ended;
  expect(told).toMatchObject({
    code: 0,
    stderr: `Waiting for the service at ${lab.service.url} …\n`,
  });
  expect(JSON.parse(told.stdout)).toHaveProperty('balance', 500);
  const quiet = await lab.start({ clock: hurried }, '-q credit balance').ended;
  expect(quiet).toMatchObject({ code: 0, stderr: '' });
});

test('beside a running Labseal as well', async () => {
  lab.fault({ endpoint: '*', do: { kind: 'delay', ms: 300 } });
  const serving = lab.start({ clock: hurried }, 'serve --port 0');
  await expect
    .poll(() => serving.written.stdout() + serving.written.stderr())
    .toContain('Labseal is running');
  expect((await lab.run('credit balance')).stderr).toContain('Waiting for the service at');
  serving.interrupt();
  await serving.ended;
});
