/** What a client asks of the service in an hour in which nobody does anything, by what it is left with. */
import { describe, expect, test } from 'vitest';
import type { FaultRule } from '../../src-mock/control/fault-rules.ts';
import { HOUR_MS, SECOND_MS } from '../../src-shared/model/text/time.ts';
import { engineAtService, type EngineAtService } from '../test-support/engine-at-service.ts';
import { makeShiftedClock, type ShiftedClock } from '../test-support/shifted-clock.ts';
import { assignment, newProject as projectIntent } from '../test-support/temporary-state.ts';

/** The goal of decision 035. */
const MOST_IN_AN_HOUR = 30;
const HOURS = 4;
const STEP_MS = 10 * SECOND_MS;
const PROJECTS = 3;

interface Idle {
  readonly lab: EngineAtService;
  readonly clock: ShiftedClock;
  readonly projectIds: readonly string[];
}

/** A signed-in person with three projects, and a folder of each whose files go where `visibility` says. */
async function setUp(): Promise<Idle> {
  const clock = makeShiftedClock();
  const lab = await engineAtService(clock);
  await lab.signIn();
  const requested = projectIntent('Tides');
  const { intent, credits } = await lab.call('outbox.price', {
    ...requested,
    project: { ...requested.project, leader: null, tags: [], members: [] },
  });
  await lab.call('outbox.keep', { intent, credits, belowFloor: false, whenOnline: true });
  const { projects } = await lab.until(
    () => lab.call('projects.list', {}),
    ({ projects: all }) =>
      all.length === PROJECTS && all.every(({ id }) => !id.startsWith('labseal:')),
  );
  return { lab, clock, projectIds: projects.map(({ id }) => id) };
}

/** How many requests there are in the hour from now. */
async function hourOf({ lab, clock }: Idle): Promise<number> {
  const counts = new Map<string, number>();
  let last = lab.service.requests().at(-1)?.number ?? 0;
  const settle = async () => {
    // A round trip of our own over the same loop: what the engine began by now has been answered as well.
    for (let turn = 0; turn < 3; turn += 1) await fetch(`${lab.service.url}/docs`);
    for (const { number, endpoint } of lab.service.requests()) {
      if (number <= last || endpoint === null) continue;
      counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1);
    }
    last = lab.service.requests().at(-1)?.number ?? last;
  };
  for (let passedMs = 0; passedMs < HOUR_MS; passedMs += STEP_MS) {
    clock.shift(STEP_MS);
    await settle();
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (process.env['SHOW'] === '1') console.log(all, JSON.stringify(Object.fromEntries(counts)));
  return all;
}

/** One file in each project and kind. Resolves once each of them is in this state. */
async function sendEach({ lab, projectIds }: Idle, state: string, hold: string | null = null) {
  let files = 0;
  for (const [at, projectId] of projectIds.entries()) {
    for (const visibility of ['private', 'public'] as const) {
      const name = `${visibility}-${at}`;
      lab.write(`${name}/run.raw`, `measurement ${name}`);
      await lab.watch(name, {
        budgetCredits: 100,
        assignment: assignment({ projectId, visibility, checkPolicy: 'never' }),
      });
      files += 1;
    }
  }
  await lab.until(
    async () => (await lab.call('status.read', {})).account?.counts ?? [],
    (counts) =>
      counts.some((each) => each.state === state && each.hold === hold && each.files === files),
  );
}

const put = ({ lab }: Idle, endpoint: FaultRule['endpoint'], action: FaultRule['do']) =>
  lab.service.faults.add({ endpoint, do: action });

describe('in an hour of rest the service is asked at most thirty times', () => {
  test('when everything is proven', async () => {
    const idle = await setUp();
    await sendEach(idle, 'notarized');
    await hourOf(idle);
    expect(await hourOf(idle)).toBeLessThanOrEqual(MOST_IN_AN_HOUR);
  });

  test('when the chain of the service stands still', async () => {
    const idle = await setUp();
    idle.lab.service.setReadings({ ...idle.lab.service.readings(), chainDelayMs: 10 * HOUR_MS });
    await sendEach(idle, 'recording');
    await hourOf(idle);
    expect(await hourOf(idle)).toBeLessThanOrEqual(MOST_IN_AN_HOUR);
  });

  test('when the list does not show what was sent', async () => {
    const idle = await setUp();
    idle.lab.service.setReadings({ ...idle.lab.service.readings(), chainDelayMs: 10 * HOUR_MS });
    await sendEach(idle, 'recording');
    put(idle, 'listPrivateFiles', { kind: 'status', status: 403 });
    put(idle, 'listPublicFiles', { kind: 'status', status: 403 });
    await hourOf(idle);
    expect(await hourOf(idle)).toBeLessThanOrEqual(MOST_IN_AN_HOUR);
  });

  test('when answers to uploads were lost and the lists are refused', async () => {
    const idle = await setUp();
    idle.lab.service.setReadings({ ...idle.lab.service.readings(), resumableUploads: 'off' });
    put(idle, 'listPrivateFiles', { kind: 'status', status: 403 });
    put(idle, 'listPublicFiles', { kind: 'status', status: 403 });
    put(idle, 'uploadPrivateFile', { kind: 'drop', at: 'after-commit' });
    put(idle, 'uploadPublicFile', { kind: 'drop', at: 'after-commit' });
    await sendEach(idle, 'confirming');
    await hourOf(idle);
    expect(await hourOf(idle)).toBeLessThanOrEqual(MOST_IN_AN_HOUR);
  });

  test('when answers to uploads were lost and nobody has decided', async () => {
    const idle = await setUp();
    idle.lab.service.setReadings({ ...idle.lab.service.readings(), resumableUploads: 'off' });
    put(idle, 'uploadPrivateFile', { kind: 'drop', at: 'before-handling' });
    put(idle, 'uploadPublicFile', { kind: 'drop', at: 'before-handling' });
    await sendEach(idle, 'confirming');
    await hourOf(idle);
    expect(await hourOf(idle)).toBeLessThanOrEqual(MOST_IN_AN_HOUR);
  });

  test.each([404, 500])('when certificates are answered with %i', async (status) => {
    const idle = await setUp();
    put(idle, 'getPublicCertificate', { kind: 'status', status });
    put(idle, 'getPrivateCertificate', { kind: 'status', status });
    await sendEach(idle, 'notarized');
    await hourOf(idle);
    expect(await hourOf(idle)).toBeLessThanOrEqual(MOST_IN_AN_HOUR);
  });

  test('when the balance cannot be read', async () => {
    const idle = await setUp();
    put(idle, 'getCreditBalance', { kind: 'status', status: 403 });
    await sendEach(idle, 'held', 'balance_unknown');
    await hourOf(idle);
    expect(await hourOf(idle)).toBeLessThanOrEqual(MOST_IN_AN_HOUR);
  });

  test('when the service is out of order', async () => {
    const idle = await setUp();
    idle.lab.service.setReadings({ ...idle.lab.service.readings(), chainDelayMs: 10 * HOUR_MS });
    await sendEach(idle, 'recording');
    put(idle, '*', { kind: 'status', status: 500 });
    await hourOf(idle);
    // Every wait is drawn from the whole range up to its longest: one hour alone may have a few more.
    let requests = 0;
    for (let hour = 0; hour < HOURS; hour += 1) requests += await hourOf(idle);
    expect(requests / HOURS).toBeLessThanOrEqual(MOST_IN_AN_HOUR);
  });
});
