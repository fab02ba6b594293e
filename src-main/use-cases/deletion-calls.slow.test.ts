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
    const change = await lab.call('outbox.keep', { intent, credits, belowReserve: false });
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

test('no deletion waits for another day: offline there is no price, and what does not leave is given up', async () => {
  const { lab, projectId, sent } = await signedIn();
  const file = { visibility: 'public', name: 'theirs.raw', content: 'x' } as const;
  const asked = await uploadElsewhere(lab, projectId, file);
  const requested = { kind: 'delete-file', asked, projectId, reason: 'A mistake' } as const;
  const { intent, credits } = await lab.call('outbox.price', requested);
  await lab.call('outbox.workOffline', { isOffline: true });
  const away = { kind: 'unavailable', why: 'working-offline' };
  expect(await lab.faultOf('outbox.price', requested)).toMatchObject(away);
  const agreed = { intent, credits, belowReserve: false, whenOnline: true };
  expect(await lab.faultOf('outbox.keep', agreed)).toMatchObject(away);
  await lab.call('outbox.workOffline', { isOffline: false });
  const { changes } = await lab.call('outbox.list', {});
  expect(changes.filter(({ state }) => state.state === 'waiting')).toEqual([]);
  expect(sent()).toBe(0);
});

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
