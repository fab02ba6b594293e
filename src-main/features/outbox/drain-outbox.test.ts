import { afterAll, expect, test } from 'vitest';
import type { FreeIntent } from '../../../src-shared/model/changes/change.ts';
import { mergeChange } from '../../../src-shared/model/changes/merge-change.ts';
import { newProject } from '../../test-support/temporary-state.ts';
import { never, setUpOutbox } from './test-support/model-outbox.ts';
import { forgetTemplate } from './test-support/open-model-outbox.ts';

afterAll(forgetTemplate);

/** An outbox of the person who leads six projects, with one free change of each, queued in the order of their numbers. */
function sixProjects() {
  const fake = setUpOutbox();
  const { service } = fake;
  for (const name of ['2', '3', '4', '5', '6']) {
    service.directly('ada', 'createProject', { body: newProject(name).project });
  }
  const opened = fake.open();
  const { outbox } = opened;
  const add = (intent: FreeIntent) =>
    outbox.merge(mergeChange(outbox.list(), intent, same), undefined);
  for (const { id } of service.projects()) add(edit(id));
  const states = () => outbox.list().map(({ state }) => state.state);
  return {
    ...fake,
    ...opened,
    add,
    states,
    delivered: () => states().filter((state) => state === 'delivered').length,
    /** How many were tried, and could not be sent. */
    tried: () =>
      outbox.list().filter(({ state }) => state.state === 'waiting' && state.lastTry !== null)
        .length,
    drain: () => fake.clock.play(outbox.drain(never)),
  };
}

const same = () => false;
const edit = (projectId: string): FreeIntent => ({
  kind: 'edit-project',
  projectId,
  projectName: 'Tides',
  edit: { area: 'Sky' },
  bases: { area: ['Biology'] },
});

test('a project that fails inside the service holds up its own changes alone', async () => {
  const { service, outbox, add, states, drain, clock } = sixProjects();
  service.setBroken('project-1', true);
  add({ kind: 'remove-member', projectId: 'project-1', userId: 'bob', userName: 'Bob' });
  const fault = { kind: 'unavailable', why: 'server-error', status: 500 };
  const stuck = [{ lane: 'project-1', fault }];
  expect(await drain()).toMatchObject({ fault: null, isLeft: true, stuck });
  expect(states()).toEqual(['waiting', ...Array(5).fill('delivered'), 'waiting']);
  const lastTry = { atMs: clock.nowMs(), fault };
  expect(outbox.list()[0]?.state).toMatchObject({ lastTry });
  service.setBroken('project-1', false);
  expect(await drain()).toMatchObject({ fault: null, isLeft: false, stuck: [] });
  expect(new Set(states())).toEqual(new Set(['delivered']));
});

test('when one project after the other fails the service is away, and the pass ends', async () => {
  const { service, tried, drain } = sixProjects();
  for (const { id } of service.projects()) service.setBroken(id, true);
  expect(await drain()).toMatchObject({ fault: { why: 'server-error' }, isLeft: true });
  expect(tried()).toBe(3);
});

test('projects that always fail do not stand before others in every pass', async () => {
  const { service, delivered, drain } = sixProjects();
  for (const id of ['project-1', 'project-2', 'project-3']) service.setBroken(id, true);
  await drain();
  expect(delivered()).toBe(0);
  await drain();
  expect(delivered()).toBe(3);
});

test('without a connection one change is tried, and the others wait for the same', async () => {
  const { world, tried, drain } = sixProjects();
  world.isOut = true;
  expect(await drain()).toMatchObject({ fault: { why: 'no-connection' }, isLeft: true });
  expect(tried()).toBe(1);
});

test('a destination that rests is not asked, and its changes are left', async () => {
  const { outbox, states } = sixProjects();
  const drained = await outbox.drain(never, (lane) => lane === 'project-2');
  expect(drained).toMatchObject({ fault: null, isLeft: true, stuck: [] });
  expect(states()).toEqual(['delivered', 'waiting', ...Array(4).fill('delivered')]);
});
