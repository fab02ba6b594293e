/** The places that checks, uploads and proofs share, as the service sees them. */
import { expect, test } from 'vitest';
import type { FolderRules } from '../../src-shared/model/folders/folder-rules.ts';
import { engineAtService } from '../test-support/engine-at-service.ts';
import { assignment } from '../test-support/temporary-state.ts';

const FIRST_PLACES = 6;
const FILES = 20;

/** Somebody is signed in, and of these requests none is answered. */
async function withoutAnswers(endpoint: 'verifyContent' | 'getPrivateCertificate') {
  const lab = await engineAtService();
  await lab.signIn();
  lab.service.faults.add({ endpoint, do: { kind: 'hang' } });
  for (let index = 0; index < FILES; index += 1) lab.write(`raw/run-${index}`, `run ${index}`);
  const projectId = await lab.projectId();
  return {
    lab,
    watch: (checkPolicy: 'first' | 'never', over: Partial<FolderRules> = {}) =>
      lab.watch('raw', { assignment: assignment({ projectId, checkPolicy }), ...over }),
    comeTo: (count: number, of: string = endpoint) => expect.poll(() => lab.sent(of)).toBe(count),
  };
}

test('whatever the page reads is answered while every place is taken', async () => {
  const { lab, watch, comeTo } = await withoutAnswers('verifyContent');
  await watch('first');
  await comeTo(FIRST_PLACES);
  expect((await lab.call('credits.balance', {})).credits).toBeGreaterThan(0);
  expect((await lab.call('projects.list', {})).projects).not.toEqual([]);
  expect(lab.sent('verifyContent')).toBe(FIRST_PLACES);
});

test('a person’s own number bounds the requests about files, and no read of the page', async () => {
  const { lab, watch, comeTo } = await withoutAnswers('verifyContent');
  await lab.call('transfers.setParallel', { parallel: 2 });
  await watch('first');
  await comeTo(2);
  expect((await lab.call('credits.balance', {})).credits).toBeGreaterThan(0);
  expect(lab.sent('verifyContent')).toBe(2);
});

test('a service that asks for patience gets half as many requests at once', async () => {
  const { lab, watch, comeTo } = await withoutAnswers('verifyContent');
  const busy = { kind: 'status', status: 429, retryAfter: { seconds: 0 } } as const;
  lab.service.faults.clear();
  lab.service.faults.add({ endpoint: 'verifyContent', times: FIRST_PLACES, do: busy });
  lab.service.faults.add({ endpoint: 'verifyContent', do: { kind: 'hang' } });
  await watch('first');
  const asked = FIRST_PLACES + FIRST_PLACES / 2;
  await comeTo(asked);
  await lab.call('credits.balance', {});
  await lab.call('projects.list', {});
  expect(lab.sent('verifyContent')).toBe(asked);
});

test('certificates that do not come keep no upload waiting', async () => {
  const { lab, watch, comeTo } = await withoutAnswers('getPrivateCertificate');
  await watch('never', { budgetCredits: FILES });
  await comeTo(FILES, 'uploadPrivateFile');
  await expect.poll(() => lab.sent('getPrivateCertificate')).toBeGreaterThan(1);
});
