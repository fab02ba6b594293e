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
    stderr: `The service at ${lab.service.url} does not answer yet; waiting for it …\n`,
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
  expect((await lab.run('credit balance')).stderr).toContain('does not answer yet');
  serving.interrupt();
  await serving.ended;
});

/** Whoever waits for an answer alone waits a minute; every other moment is over as soon as it begins. */
const impatient: Clock = {
  ...realClock,
  sleep: (ms, signal) => realClock.sleep(ms < 10_000 ? 0 : ms, signal),
};

test('a balance that does not come is an error, which tells the last one', async () => {
  await lab.must('credit balance');
  lab.fault({ endpoint: '*', do: { kind: 'delay', ms: 120_000 } });
  const told = await lab.start({ clock: impatient }, 'credit balance').ended;
  expect(told).toMatchObject({ code: 4, stdout: '' });
  expect(told.stderr).toMatch(/^500 credits on .*, when they were last read\.$/m);
  expect(told.stderr).toContain(`No answer came in time from ${lab.service.url}`);
});

test.each([
  ['status', '500 credits', /^500 credits on .*, when they were last read\.$/m],
  ['project list', 'Microscope', /Microscope/],
  ['project show ID', 'Microscope', /Microscope/],
  ['member list --project ID', 'Robin', /Robin/],
])(
  '%s of a service that takes the connection and says nothing shows the last copy',
  async (line, before, kept) => {
    const command = line.replace('ID', lab.projectId);
    expect(await lab.must(command)).toContain(before);
    lab.fault({ endpoint: '*', do: { kind: 'delay', ms: 120_000 } });
    const told = await lab.start({ clock: impatient }, command).ended;
    expect(told.code).toBe(0);
    expect(told.stdout).toMatch(kept);
    expect(told.stderr).toContain(
      `The service at ${lab.service.url} does not answer yet; waiting for it …\n`,
    );
    expect(told.stderr).toContain(`No answer came in time from ${lab.service.url}`);
  },
);
