/** What a client asks of the service in an hour in which nobody does anything, by what it is left with. */
import { expect, test } from 'vitest';
import type { FaultRule } from '../../src-mock/control/fault-rules.ts';
import { HOUR_MS, SECOND_MS } from '../../src-shared/model/text/time.ts';
import { engineAtService, type EngineAtService } from '../test-support/engine-at-service.ts';
import { makeShiftedClock, type ShiftedClock } from '../test-support/shifted-clock.ts';
import { assignment, newProject as projectIntent } from '../test-support/temporary-state.ts';

/** As docs/design.md says of a service that is shared. */
const MOST_IN_AN_HOUR = 30;
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
  await lab.call('outbox.keep', { intent, credits, passedReserve: null, whenOnline: true });
  const { projects } = await lab.until(
    () => lab.call('projects.list', {}),
    ({ projects: all }) =>
      all.length === PROJECTS && all.every(({ id }) => !id.startsWith('labseal:')),
  );
  return { lab, clock, projectIds: projects.map(({ id }) => id) };
}

/** How many requests there are in the hour from now. */
async function hourOf({ lab, clock }: Idle): Promise<number> {
  let asked = 0;
  let last = lab.service.requests().at(-1)?.number ?? 0;
  const settle = async () => {
    // A round trip of our own over the same loop: what the engine began by now has been answered as well.
    for (let turn = 0; turn < 3; turn += 1) await fetch(`${lab.service.url}/docs`);
    for (const { number, endpoint } of lab.service.requests()) {
      if (number <= last || endpoint === null) continue;
      asked += 1;
    }
    last = lab.service.requests().at(-1)?.number ?? last;
  };
  for (let passedMs = 0; passedMs < HOUR_MS; passedMs += STEP_MS) {
    clock.shift(STEP_MS);
    await settle();
  }
  return asked;
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

/** Every wait is drawn from the whole range up to its longest: one hour alone may have a few more. */
const HOURS_OF_TROUBLE = 4;
const STANDING_STILL = { chainDelayMs: 10 * HOUR_MS };
const refused: FaultRule['do'] = { kind: 'status', status: 403 };
const HIDDEN_LISTS = { listPrivateFiles: refused, listPublicFiles: refused };
const broken: FaultRule['do'] = { kind: 'status', status: 500 };
const BROKEN_LISTS = { listPrivateFiles: broken, listPublicFiles: broken };
const lost = (at: 'after-commit' | 'before-handling') => ({
  uploadPrivateFile: { kind: 'drop', at } as const,
  uploadPublicFile: { kind: 'drop', at } as const,
});
const noCertificates = (status: number) => ({
  getPublicCertificate: { kind: 'status', status } as const,
  getPrivateCertificate: { kind: 'status', status } as const,
});

interface Rest {
  readonly when: string;
  /** What the files end in, and why where they are held. */
  readonly state: string;
  readonly hold?: string;
  readonly readings?: Partial<ReturnType<EngineAtService['service']['readings']>>;
  /** From the beginning, and from when the files are in their state. */
  readonly faults?: Partial<Record<FaultRule['endpoint'], FaultRule['do']>>;
  readonly later?: Rest['faults'];
  readonly hours?: number;
}

const RESTS: readonly Rest[] = [
  { when: 'everything is proven', state: 'notarized' },
  {
    when: 'the chain of the service stands still',
    state: 'recording',
    readings: STANDING_STILL,
  },
  {
    when: 'the list does not show what was sent',
    state: 'recording',
    readings: STANDING_STILL,
    later: HIDDEN_LISTS,
  },
  {
    when: 'the lists alone fail',
    state: 'recording',
    readings: STANDING_STILL,
    later: BROKEN_LISTS,
  },
  {
    when: 'answers to uploads were lost and the lists alone fail',
    state: 'confirming',
    readings: { resumableUploads: 'off' },
    faults: lost('after-commit'),
    later: BROKEN_LISTS,
  },
  {
    when: 'answers to uploads were lost and the lists are refused',
    state: 'confirming',
    readings: { resumableUploads: 'off' },
    faults: { ...HIDDEN_LISTS, ...lost('after-commit') },
  },
  {
    when: 'answers to uploads were lost and nobody has decided',
    state: 'confirming',
    readings: { resumableUploads: 'off' },
    faults: lost('before-handling'),
  },
  { when: 'there are no certificates', state: 'notarized', faults: noCertificates(404) },
  { when: 'certificates break the service', state: 'notarized', faults: noCertificates(500) },
  {
    when: 'the balance cannot be read',
    state: 'held',
    hold: 'balance_unknown',
    faults: { getCreditBalance: refused },
  },
  {
    when: 'the service is out of order',
    state: 'recording',
    readings: STANDING_STILL,
    later: { '*': broken },
    hours: HOURS_OF_TROUBLE,
  },
];

test.each(RESTS)(
  'in an hour of rest the service is asked at most thirty times when $when',
  async ({ state, hold, readings = {}, faults = {}, later = {}, hours = 1 }) => {
    const idle = await setUp();
    const { service } = idle.lab;
    const put = (all: Rest['faults'] = {}) => {
      for (const [endpoint, action] of Object.entries(all)) {
        service.faults.add({ endpoint: endpoint as FaultRule['endpoint'], do: action });
      }
    };
    service.setReadings({ ...service.readings(), ...readings });
    put(faults);
    await sendEach(idle, state, hold);
    put(later);
    await hourOf(idle);
    let requests = 0;
    for (let hour = 0; hour < hours; hour += 1) requests += await hourOf(idle);
    expect(requests / hours).toBeLessThanOrEqual(MOST_IN_AN_HOUR);
  },
);
