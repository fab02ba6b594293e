/** What another computer of the account pays for while a form is sent is seen before the last bytes of the form leave. */
import { describe, expect, test } from 'vitest';
import { isoFromMs, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { addFile, assignment, folderRules } from '../../test-support/temporary-state.ts';
import { blake3Of, digestsOf, sha256Of } from '../../test-support/digests.ts';
import type { ContentDigests } from '../common/ports.ts';
import {
  playCharges,
  playQuirks,
  playRemote,
  playUploader,
  remoteFile,
  throttled,
  unavailable,
} from '../common/test-support/fake-ports.ts';
import { never, pipeline } from '../common/test-support/pipeline.ts';
import { noteHashes } from '../common/list-project-files.ts';
import { makeUploadStage } from '../upload/upload-stage.ts';
import { makeLastLook } from './last-look.ts';
import { makeOwnRecords } from './own-records.ts';

const UNCHECKED = folderRules({ assignment: assignment({ checkPolicy: 'never' }) });

/** Files whose content is their name, each of which takes so long to send. */
function sending(ms: number, ...names: readonly string[]) {
  const p = pipeline(UNCHECKED);
  const files = names.map((name) => {
    const { id } = p.state.contents.keep({ blake3: blake3Of(name), sizeBytes: 100 });
    return p.state.files.move(p.put(name, name, 'ready'), 'ready', { contentId: id });
  });
  const { remote: bare, play } = playRemote(p.clock);
  const { quirks, known } = playQuirks();
  known.hashMethod = { algorithm: 'sha256', encoding: 'hex' };
  const remote = noteHashes(bare, p.state);
  const digests: ContentDigests = {
    of: async ({ name }, algorithms) => digestsOf(name, algorithms),
  };
  const ports = { ...p, remote, quirks, digests, charges: playCharges().charges };
  const ownRecords = makeOwnRecords(ports);
  const lastLook = makeLastLook(ports);
  const { uploader, sent } = playUploader(p, (name) => ({
    kind: 'recorded',
    fileId: `ours ${name}`,
  }));
  const send: typeof uploader.send = async (job, source, hooks, signal) => {
    await p.clock.sleep(ms, never);
    await hooks.beforeTail?.();
    if (signal.aborted) return { kind: 'stopped', fault: { kind: 'cancelled' } };
    return uploader.send(job, source, hooks, signal);
  };
  const stage = makeUploadStage({
    ...p,
    ownRecords,
    mayBegin: ownRecords.mayBegin,
    lastLook,
    uploader: { ...uploader, send },
    balance: () => 9,
  });
  /** The other computer sends a file, whose content is `content`. */
  const pays = (
    name: string,
    content = name,
    over: Parameters<typeof remoteFile>[0] = {},
  ): void => {
    const uploadedIso = isoFromMs(p.clock.nowMs());
    const file = remoteFile({ fileId: `theirs ${name}`, name, uploadedIso, ...over });
    play.files = [file, ...play.files];
    play.hashes.set(file.fileId, sha256Of(content));
  };
  /** The same content goes to the public files of the project as well. */
  const publish = (name: string): void => {
    const publicly = assignment({ checkPolicy: 'never', visibility: 'public' });
    const folderId = p.state.folders.add('/public', folderRules({ assignment: publicly }), 0);
    const { id } = p.state.contents.keep({ blake3: blake3Of(name), sizeBytes: 100 });
    const read = p.state.files.move(addFile(p.state, folderId, { name }), 'hashing');
    files.push(p.state.files.move(read, 'ready', { contentId: id }));
  };
  return {
    ...p,
    play,
    known,
    pays,
    publish,
    sent,
    lists: () => play.listed.length,
    states: () => files.map((file) => p.row(file).state),
    /** Compares the batch with the list, and sends it. */
    async run(): Promise<void> {
      const rows = () => files.map((file) => p.row(file));
      await p.clock.play(ownRecords.catchUp(rows, true, never));
      p.approved.approve(files.map(({ id }) => id));
      await p.run([stage]);
    },
  };
}

test('where no other computer of the account is known, no request is added', async () => {
  const s = sending(5 * SECOND_MS, 'a', 'b', 'c');
  s.play.files = [remoteFile({ name: 'of somebody else', ownerId: 'you' })];
  await s.run();
  expect(s.sent).toEqual(['a', 'b', 'c']);
  expect(s.lists()).toBe(1);
});

const SAME_TIME = '2026-10-01T09:00:00.000Z';
const ofDay = (day: number) =>
  remoteFile({
    fileId: `old ${day}`,
    name: `old ${day}`,
    uploadedIso: `2026-10-0${day}T09:00:00.000Z`,
  });

describe('where another computer of the account is known', () => {
  test('what it pays for while the form is sent is not paid for again: its record is shown', async () => {
    const s = sending(5 * SECOND_MS, 'a', 'b');
    s.pays('of the other one');
    s.after(3 * SECOND_MS, () => s.pays('a'));
    s.after(3 * SECOND_MS, () => s.pays('other name', 'b'));
    await s.run();
    expect(s.sent).toEqual([]);
    expect(s.states()).toEqual(['recording', 'recording']);
    expect(s.state.records.withFileId('theirs a')).toMatchObject({ name: 'a' });
    expect(s.state.uploads.withOutcome('open')).toEqual([]);
  });

  test('each destination of a content gives way', async () => {
    const s = sending(5 * SECOND_MS, 'a');
    s.publish('a');
    s.pays('of the other one');
    s.after(3 * SECOND_MS, () => s.pays('a'));
    await s.run();
    expect(s.sent).toEqual([]);
    expect(s.states()).toEqual(['recording', 'recording']);
  });

  test('one look serves all uploads of a second', async () => {
    const s = sending(200, ...Array.from({ length: 12 }, (_none, at) => `file ${at}`));
    s.pays('of the other one');
    const fromMs = s.clock.monotonicMs();
    await s.run();
    expect(s.sent).toHaveLength(12);
    const seconds = Math.ceil((s.clock.monotonicMs() - fromMs) / SECOND_MS);
    expect(s.lists()).toBeLessThanOrEqual(2 + seconds); // and the one that the batch was compared with
  });

  test('a content whose fingerprints are of another method is made again, and found', async () => {
    const s = sending(5 * SECOND_MS, 'a');
    s.known.hashMethod = null;
    s.pays('of the other one');
    s.after(3 * SECOND_MS, () => {
      s.pays('a');
      s.play.hashes.set('theirs a', digestsOf('a', ['sha512']).sha512 ?? '');
    });
    await s.run();
    expect(s.sent).toEqual([]);
  });

  test.each([
    ['that begins with its oldest', ofDay],
    ['whose newest come from clocks that are behind', (day: number) => ofDay(5 - day)],
    ['whose files have all one time', (day: number) => ({ ...ofDay(day), uploadedIso: SAME_TIME })],
  ])('a list %s, of which one page shows a few, is read at its end', async (_how, old) => {
    const s = sending(5 * SECOND_MS, 'a');
    s.play.pageFiles = 2;
    s.play.files = [1, 2, 3].map(old);
    s.after(3 * SECOND_MS, () => {
      s.pays('a', 'a', { uploadedIso: old(4).uploadedIso });
      s.play.files = [...s.play.files.slice(1), ...s.play.files.slice(0, 1)];
    });
    await s.run();
    expect(s.sent).toEqual([]);
  });

  test('a list that begins with its oldest is read at its end', async () => {
    const s = sending(5 * SECOND_MS, 'a');
    s.play.files = [1, 2, 3].map(ofDay);
    s.after(3 * SECOND_MS, () => {
      s.pays('a');
      s.play.files = [...s.play.files.slice(1), ...s.play.files.slice(0, 1)];
    });
    await s.run();
    expect(s.sent).toEqual([]);
  });

  test.each([
    ['cannot be read', unavailable('server-error')],
    ['is refused', { kind: 'forbidden', serviceSays: null } as const],
    ['has to wait', throttled(60_000)],
  ])('a list that %s holds nothing up', async (_how, fault) => {
    const s = sending(5 * SECOND_MS, 'a');
    s.pays('of the other one');
    s.after(SECOND_MS, () => (s.play.fault = fault));
    const fromMs = s.clock.monotonicMs();
    await s.run();
    expect(s.sent).toEqual(['a']);
    expect(s.clock.monotonicMs() - fromMs).toBeLessThan(9 * SECOND_MS);
  });

  test('of a file with the same name about which nobody can tell the service is asked, once', async () => {
    const s = sending(5 * SECOND_MS, 'a');
    s.pays('of the other one');
    s.after(3 * SECOND_MS, () => {
      s.pays('a');
      s.play.hashes.delete('theirs a');
    });
    await s.run();
    expect([s.sent, s.approved.toAsk.length, s.approved.toSend.length]).toEqual([[], 1, 0]);
  });
});
