/** Deletions through the whole core: of both kinds, of anybody's files, and when they do not go as they should. */
import { describe, expect, test } from 'vitest';
import type { CallInput } from '../../../src-shared/bridge/calls.ts';
import type { Visibility } from '../../../src-shared/model/price.ts';
import { engineAtService, type EngineAtService } from '../../test-support/engine-at-service.ts';
import { assignment } from '../../test-support/temporary-state.ts';
import { uploadElsewhere } from '../../test-support/upload-elsewhere.ts';

const never = new AbortController().signal;
const WINDOW = { first: 0, count: 100 };

/** In a project that this person leads: a leader may delete what others uploaded. */
async function signedIn() {
  const lab = await engineAtService();
  await lab.signIn();
  const { session } = await lab.call('session.state', {});
  const own = session.state === 'signed-out' ? null : session.userId;
  const { projects } = await lab.call('projects.list', {});
  return { lab, projectId: projects.find(({ leaderId }) => leaderId === own)?.id ?? '' };
}

/** Asks for the price and agrees to exactly that. */
async function remove(lab: EngineAtService, wish: Omit<Wish, 'kind'>) {
  const offer = await lab.call('outbox.price', { kind: 'delete-file', ...wish });
  const { intent, credits } = offer;
  const change = await lab.call('outbox.keep', { intent, credits, belowFloor: false });
  return { offer, change };
}
type Wish = Extract<CallInput<'outbox.price'>, { kind: 'delete-file' }>;

const deletionsSent = ({ service }: EngineAtService) =>
  service.requests().filter(({ endpoint }) => /^delete(Public|Private)File$/.test(endpoint ?? ''));

/** A file of this computer, notarized. */
async function notarized(lab: EngineAtService, projectId: string, visibility: Visibility) {
  const place = lab.write(`${visibility}.raw`, visibility);
  const [id = ''] = await lab.call('files.pick', {
    paths: [place],
    assignment: assignment({ projectId, visibility }),
  });
  await lab.until(
    () => lab.call('files.offer', { which: { fileIds: [id] } }),
    ({ files }) => files === 1,
  );
  await lab.call('files.agree', { which: { fileIds: [id] }, credits: 10 });
  await lab.until(
    () => lab.call('files.show', { asked: id }),
    ({ state, certificatePdf }) => state === 'notarized' && certificatePdf !== null,
  );
  return id;
}

describe('deletions', () => {
  test.each(['public', 'private'] as const)(
    'a %s file is followed until it is deleted; its certificate, the reason and the time stay',
    async (visibility) => {
      const { lab, projectId } = await signedIn();
      const id = await notarized(lab, projectId, visibility);
      const { offer, change } = await remove(lab, { asked: id, reason: 'Not levelled' });
      expect([offer.credits, change.state.state]).toEqual([1, 'delivered']);
      const deleted = await lab.until(
        () => lab.call('files.show', { asked: id }),
        ({ state }) => state === 'deleted',
      );
      expect(deleted.deletion).toEqual({ reason: 'Not levelled', askedAtMs: expect.any(Number) });
      const kept = await lab.call('certificates.get', { asked: deleted.fileId ?? '' });
      expect(kept.forms.map(({ form }) => form)).toEqual(['pdf', 'json']);
      expect(deletionsSent(lab)).toHaveLength(1);
    },
  );

  test.each(['public', 'private'] as const)(
    'a %s file that only the service has is deleted by its project and id',
    async (visibility) => {
      const { lab, projectId } = await signedIn();
      const file = { visibility, name: 'theirs.raw', content: 'x' };
      const asked = await uploadElsewhere(lab, projectId, file);
      const { change } = await remove(lab, { asked, projectId, reason: 'A mistake' });
      expect(change).toMatchObject({ intent: { visibility }, state: { state: 'delivered' } });
      await lab.until(
        () => lab.call('files.onPlatform', { filter: { projectId, text: 'theirs' }, ...WINDOW }),
        ({ rows }) => rows[0]?.status === 'Deleted',
      );
    },
  );

  test('nothing waits for another day: offline there is no price, and what does not leave is given up', async () => {
    const { lab, projectId } = await signedIn();
    const file = { visibility: 'public', name: 'theirs.raw', content: 'x' } as const;
    const asked = await uploadElsewhere(lab, projectId, file);
    const wish = { kind: 'delete-file', asked, projectId, reason: 'A mistake' } as const;
    const { intent, credits } = await lab.call('outbox.price', wish);
    await lab.call('outbox.workOffline', { isOffline: true });
    const away = { fault: { kind: 'unavailable', why: 'working-offline' } };
    expect(await lab.serve('outbox.price', wish, never)).toMatchObject(away);
    const agreed = { intent, credits, belowFloor: false, whenOnline: true };
    expect(await lab.serve('outbox.keep', agreed, never)).toMatchObject(away);
    await lab.call('outbox.workOffline', { isOffline: false });
    const { changes } = await lab.call('outbox.list', {});
    expect(changes.filter(({ state }) => state.state === 'waiting')).toEqual([]);
    expect(deletionsSent(lab)).toEqual([]);
  });

  test('a deletion that was not written to the chain is no failed upload: nothing is uploaded again', async () => {
    const { lab, projectId } = await signedIn();
    lab.service.setReadings({ deletionErrorNames: ['public'] });
    const asked = await notarized(lab, projectId, 'public');
    await remove(lab, { asked, reason: 'Not levelled' });
    const failed = await lab.until(
      () => lab.call('files.show', { asked }),
      ({ state }) => state === 'record_error',
    );
    expect(failed.deletion?.reason).toBe('Not levelled');
    expect(await lab.serve('files.uploadAgain', { asked, credits: 10 }, never)).toMatchObject({
      fault: { kind: 'not-in-doubt' },
    });
    expect(failed.certificatePdf).not.toBeNull();
  });
});
