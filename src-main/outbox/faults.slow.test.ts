/** What can go wrong with a paid request on a real line: at most one charge without a person, and the truth about it. */
import { describe, expect, test } from 'vitest';
import type { FaultRule } from '../../src-mock/control/fault-rules.ts';
import { never, startPaidService } from './test-support/paid-service.ts';

type Action = FaultRule['do'];
type Ending = 'delivered' | 'unknown' | 'refused' | 'waiting';

const PAID = {
  'create-project': 'createProject',
  'invite-member': 'inviteMember',
  'delete-file': 'deletePublicFile',
} as const;
/** For a service that is to stay silent, and for one that answers: a busy computer answers later than one would think. */
const SILENCE_MS = 2_000;
const PATIENT_MS = 20_000;

const [before, after] = [{ at: 'before-handling' }, { at: 'after-commit' }] as const;

/** What goes wrong once, whether the service carried the request out, and where the change must stand right after. */
const EVERY_KIND: readonly [name: string, action: Action, charges: 0 | 1, ending: Ending][] = [
  ['reset before handling', { kind: 'drop', how: 'rst', ...before }, 0, 'unknown'],
  ['reset after the commit', { kind: 'drop', how: 'rst', ...after }, 1, 'delivered'],
  ['a page with 200, not handled', { kind: 'html', status: 200, ...before }, 0, 'unknown'],
  ['{}', { kind: 'wrong-shape', shape: 'empty-object' }, 1, 'delivered'],
  ['500 after the commit', { kind: 'status', status: 500, ...after }, 1, 'delivered'],
  ['400', { kind: 'status', status: 400, ...before }, 0, 'refused'],
  ['429', { kind: 'status', status: 429, retryAfter: { seconds: 1 }, ...before }, 0, 'waiting'],
];
/** Told apart before anybody knows what was asked for. */
const ONE_KIND: typeof EVERY_KIND = [
  ['closed before handling', { kind: 'drop', how: 'fin', ...before }, 0, 'unknown'],
  ['closed after the commit', { kind: 'drop', how: 'fin', ...after }, 1, 'delivered'],
  ['no answer, not handled', { kind: 'hang', ...before }, 0, 'unknown'],
  ['no answer after the commit', { kind: 'hang', ...after }, 1, 'delivered'],
  ['a page with 200 after the commit', { kind: 'html', status: 200, ...after }, 1, 'delivered'],
  ['a page with 403, not handled', { kind: 'html', status: 403, ...before }, 0, 'unknown'],
  ['a page with 404 after the commit', { kind: 'html', status: 404, ...after }, 1, 'delivered'],
  ['a page with 502 after the commit', { kind: 'html', status: 502, ...after }, 1, 'delivered'],
  ['an array', { kind: 'wrong-shape', shape: 'array' }, 1, 'delivered'],
  ['half a JSON', { kind: 'wrong-shape', shape: 'not-json' }, 1, 'delivered'],
  ['garbage, not handled', { kind: 'garbage', ...before }, 0, 'unknown'],
  ['garbage after the commit', { kind: 'garbage', ...after }, 1, 'delivered'],
  ['an answer cut off', { kind: 'cut-answer', afterBytes: 5 }, 1, 'delivered'],
  ['a redirect, not handled', { kind: 'redirect', to: '/elsewhere', ...before }, 0, 'unknown'],
  ['500 before the commit', { kind: 'status', status: 500, ...before }, 0, 'unknown'],
  ['503 after the commit', { kind: 'status', status: 503, ...after }, 1, 'delivered'],
  ['408 after the commit', { kind: 'status', status: 408, ...after }, 1, 'delivered'],
  ['402', { kind: 'status', status: 402, ...before }, 0, 'refused'],
  ['403', { kind: 'status', status: 403, ...before }, 0, 'refused'],
  ['404', { kind: 'status', status: 404, envelope: 'coded', ...before }, 0, 'refused'],
  ['401', { kind: 'status', status: 401, ...before }, 0, 'waiting'],
];
const KINDS = [
  { kind: 'create-project', faults: [...EVERY_KIND, ...ONE_KIND] },
  { kind: 'invite-member', faults: EVERY_KIND },
  { kind: 'delete-file', faults: EVERY_KIND },
] as const;

describe.each(KINDS)('$kind', ({ kind, faults }) => {
  test.each(faults)('%s', async (_name, action, charges, ending) => {
    const service = await startPaidService(action.kind === 'hang' ? SILENCE_MS : PATIENT_MS);
    const { outbox } = service;
    const { id } = outbox.add(service.intent(kind));
    service.mock.faults.add({ endpoint: PAID[kind], times: 1, do: action });
    const { state } = await outbox.deliver(id, never);
    expect(state.state).toBe(ending);
    expect(service.charges()).toHaveLength(charges);
    // However often it is asked again, nothing more is paid unless it is known that nothing was.
    await outbox.deliver(id, never);
    await outbox.check(id, never);
    expect(service.charges().length).toBeLessThanOrEqual(1);
    expect(outbox.get(id)?.state.state === 'delivered').toBe(service.charges().length === 1);
  });
});
