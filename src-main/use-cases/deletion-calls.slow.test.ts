/** Deletions through the whole core: of both kinds, of anybody's files, and when they do not go as they should. */
import { describe, expect, test } from 'vitest';
import type { CallInput } from '../../src-shared/bridge/calls.ts';
import { engineAtService } from '../test-support/engine-at-service.ts';
import { uploadElsewhere } from '../test-support/upload-elsewhere.ts';

type DeletionWish = Omit<Extract<CallInput<'outbox.price'>, { kind: 'delete-file' }>, 'kind'>;

/** In a project that this person leads: a leader may delete what others uploaded. */
async function signedIn() {
  const lab = await engineAtService();
  await lab.signIn();
  const { id: projectId } = await lab.ownProject();
  /** Asks for the price and agrees to exactly that. */
  const remove = async (requested: DeletionWish) => {
    const { intent, credits } = await lab.call('outbox.price', {
      kind: 'delete-file',
      ...requested,
    });
    const change = await lab.call('outbox.keep', { intent, credits, passedReserve: null });
    return { credits, change };
  };
  const sent = () => lab.sent('deletePublicFile') + lab.sent('deletePrivateFile');
  return { lab, projectId, remove, sent };
}

describe.each(['public', 'private'] as const)('a %s file', (visibility) => {
  test('is followed until it is deleted; its certificate, the reason and the time stay', async () => {
    const { lab, projectId, remove, sent } = await signedIn();
    const { id: asked } = await lab.notarize('run.raw', 'content', { projectId, visibility });
    const { credits, change } = await remove({ asked, reason: 'Not levelled' });
    expect([credits, change.state.state]).toEqual([1, 'delivered']);
    const deleted = await lab.fileIs(asked, 'deleted');
    expect(deleted.deletion).toEqual({ reason: 'Not levelled', askedAtMs: expect.any(Number) });
    const kept = await lab.call('certificates.get', { asked: deleted.fileId ?? '' });
    expect(kept.forms.map(({ form }) => form)).toEqual(['pdf', 'json']);
    expect(sent()).toBe(1);
  });

  test('that only the service has is deleted by its project and id', async () => {
    const { lab, projectId, remove } = await signedIn();
    const file = { visibility, name: 'theirs.raw', content: 'x' };
    const asked = await uploadElsewhere(lab, projectId, file);
    const { change } = await remove({ asked, projectId, reason: 'A mistake' });
    expect(change).toMatchObject({ intent: { visibility }, state: { state: 'delivered' } });
    const window = { filter: { projectId, text: 'theirs' }, first: 0, count: 100 };
    await lab.until(
      () => lab.call('files.onPlatform', window),
      ({ rows }) => rows[0]?.status === 'Deleted',
    );
  });
});

test.each([
  ['of this computer', false],
  ['that only the service has', true],
])(
  'without the service, the deletion of a file %s waits in the outbox, can be taken back, and is sent once',
  async (_whose, isThere) => {
    const { lab, projectId, sent } = await signedIn();
    const uploaded = { visibility: 'private', name: 'run.raw', content: 'x' } as const;
    const asked = isThere
      ? await uploadElsewhere(lab, projectId, uploaded)
      : (await lab.notarize('run.raw', 'x', { projectId })).id;
    const place = isThere ? { projectId } : {};
    if (isThere)
      await lab.call('files.onPlatform', { filter: { projectId }, first: 0, count: 100 });
    const requested = { kind: 'delete-file', asked, ...place, reason: 'A mistake' } as const;
    const keep = async () => {
      const { intent, credits, prospect } = await lab.call('outbox.price', requested);
      expect(prospect.kind).toBe('would-wait');
      const agreed = { intent, credits, passedReserve: null, whenOnline: true };
      return lab.call('outbox.keep', agreed);
    };
    await lab.call('outbox.workOffline', { isOffline: true });
    const first = await keep();
    expect(first.state.state).toBe('waiting');
    expect(await lab.faultOf('outbox.price', requested)).toMatchObject({ kind: 'change-open' });
    await lab.call('outbox.resolve', { id: String(first.id), decision: 'undo' });
    const { id } = await keep();
    expect(sent()).toBe(0);
    await lab.call('outbox.workOffline', { isOffline: false });
    const { changes } = await lab.until(
      () => lab.call('outbox.list', {}),
      (view) => view.changes.some((change) => change.id === id && change.state.state !== 'waiting'),
    );
    expect(changes.find((change) => change.id === first.id)?.state.state).not.toBe('delivered');
    await lab.until(
      () => lab.call('outbox.list', {}),
      (view) => view.changes.find((change) => change.id === id)?.state.state === 'delivered',
    );
    expect(sent()).toBe(1);
  },
);

test('a deletion that was not written to the chain is no failed upload: nothing is uploaded again', async () => {
  const { lab, projectId, remove } = await signedIn();
  lab.service.setReadings({ deletionErrorNames: ['run.raw'] });
  const over = { projectId, visibility: 'public' } as const;
  const { id: asked } = await lab.notarize('run.raw', 'content', over);
  await remove({ asked, reason: 'Not levelled' });
  const failed = await lab.fileIs(asked, 'record_error');
  expect(failed.deletion?.reason).toBe('Not levelled');
  const again = await lab.faultOf('files.uploadAgain', { asked, credits: 10 });
  expect(again).toMatchObject({ kind: 'not-in-doubt' });
  expect(failed.certificatePdf).not.toBeNull();
});
