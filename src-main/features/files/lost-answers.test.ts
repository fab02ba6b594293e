import { describe, expect, test } from 'vitest';
import type { FileView } from '../../../src-shared/model/files/file-view.ts';
import { makeConfirmStage } from '../../pipeline/confirm/confirm-stage.ts';
import { never, pipeline, type Pipeline } from '../../pipeline/common/test-support/pipeline.ts';
import {
  playCharges,
  playDigests,
  playQuirks,
  playRemote,
  playUploader,
  remoteFile,
} from '../../pipeline/common/test-support/fake-ports.ts';
import type { UploadOutcome } from '../../pipeline/common/upload-outcome.ts';
import { makeUploadStage } from '../../pipeline/upload/upload-stage.ts';
import { makeNotedTimes } from '../../platform/waiting.ts';
import { uploadJob } from '../../test-support/temporary-state.ts';
import { makeLostAnswers } from './unrecorded-uploads.ts';

const FIRST_LOOK_MS = 2_000;
/** The service keeps no part of an upload. */
const NOWHERE = {
  settle: async () => null,
  sentFields: () => ({ fileType: 'primary', label: 'raw' }),
};
const { uploadedIso: ISO } = remoteFile();

/**
 * A file whose answer was lost and is on the service's list; a run that searches for it and sends; and a person.
 */
function doubtful() {
  const p = pipeline();
  const file = p.put('a', 'x', 'ready');
  const first = { id: 'first', fileId: file.id, contentId: file.contentId ?? 0, name: 'a' };
  p.state.uploads.add(uploadJob({ ...first, uploadedIso: ISO, estimatedCredits: 7 }));
  p.state.uploads.move('first', { type: 'answer-lost' }, p.clock.nowMs());
  p.state.files.move(p.state.files.move(file, 'uploading'), 'confirming');
  const { remote, play } = playRemote(p.clock);
  play.files = [remoteFile({ status: 'Available' })];
  const { quirks } = playQuirks();
  const search = { ...p, remote, quirks, digests: playDigests(), lostAnswers: NOWHERE };
  const ports = { ...search, ...playCharges(), times: makeNotedTimes(p.clock) };
  // An attempt that cannot be written to the journal sends nothing.
  const { uploader, sent } = playUploader(p, (): UploadOutcome => {
    const isOver = p.state.uploads.stateOf('job-1').state === 'dropped';
    return isOver
      ? { kind: 'stopped', fault: { kind: 'journal-failed', code: null } }
      : { kind: 'recorded', fileId: 'remote-2' };
  });
  const uploads = makeUploadStage({ ...p, uploader, balance: () => 50 });
  const files = { find: () => ({ id: String(file.id) }) as FileView };
  const person = makeLostAnswers({ ...p, files });
  /** An earlier look could not tell. */
  const asked = () => p.state.files.move(p.row(file), 'confirming', { hold: 'undecided' });
  return {
    p,
    file,
    sent,
    run: () => p.run([makeConfirmStage(ports)]),
    /** What the run does about the queue, beside the search. */
    send: async (): Promise<void> => {
      for (const job of uploads.take(8)) await job(never);
    },
    /** The person has it sent again, and agrees to the price. */
    person,
    asked,
    sendAgain: (): void => {
      asked();
      expect(person.sendAgain({ asked: 'a' }, 1).ok).toBe(true);
      p.state.contents.keepPlatformAnswer(first.contentId, {
        exists: false,
        fileName: '',
        project: '',
        askedAtMs: 0,
      });
      p.transitions.decide(p.row(file));
      expect(p.row(file).state).toBe('ready');
      p.approved.approve([file.id]);
    },
  };
}

const outcomeOf = (p: Pipeline, id: string) => p.state.uploads.get(id)?.outcome;
const spent = ({ state }: Pipeline) => state.charges.spentSince(0);

describe('a record that is found after the person had the file sent again', () => {
  test('wins while the file only waits to be sent: nothing is sent, one charge', async () => {
    const { p, file, sent, run, send, sendAgain } = doubtful();
    p.state.transferRules.setPause({ mode: 'now', sinceMs: 0, untilMs: null });
    p.after(FIRST_LOOK_MS + 5, sendAgain);
    await run();
    p.state.transferRules.setPause(null);
    await send();
    expect([sent, outcomeOf(p, 'first'), spent(p)]).toEqual([[], 'recorded', 7]);
    const { recordId } = p.row(file);
    expect(p.row(file)).toMatchObject({ state: 'notarized' });
    expect(p.state.records.get(recordId ?? 0).fileId).toBe('remote-1');
    expect(p.state.uploads.ofRecord(recordId ?? 0)).toMatchObject({ id: 'first' });
  });

  test('wins until the first byte: an upload that has begun, but sent nothing, is over', async () => {
    const { p, file, sent, run, send, sendAgain } = doubtful();
    p.after(FIRST_LOOK_MS + 2, async () => {
      sendAgain();
      await send();
    });
    await run();
    expect(sent).toEqual(['a']); // its time came, and it was told that it is over before a byte had left
    expect([outcomeOf(p, 'first'), outcomeOf(p, 'job-1')]).toEqual(['recorded', 'dropped']);
    expect([p.row(file).state, spent(p)]).toEqual(['notarized', 7]);
  });

  test('enters the ledger after that byte: both uploads are shown and counted as spent', async () => {
    const { p, file, run, send, sendAgain } = doubtful();
    p.after(FIRST_LOOK_MS + 2, async () => {
      sendAgain();
      await send();
    });
    p.after(FIRST_LOOK_MS + 6, () =>
      p.state.uploads.move('job-1', { type: 'attempt-begun', attemptId: 'second' }),
    );
    await run();
    expect([outcomeOf(p, 'first'), outcomeOf(p, 'job-1')]).toEqual(['recorded', 'recorded']);
    expect(p.state.records.withContent(file.contentId ?? 0).map((each) => each.fileId)).toEqual([
      'remote-1',
      'remote-2',
    ]);
    expect(p.state.records.get(p.row(file).recordId ?? 0).fileId).toBe('remote-2');
    expect(spent(p)).toBe(7 + 1);
    expect(p.state.charges.jobs(0, Infinity).map(({ id }) => id)).toEqual(['first', 'job-1']);
  });

  test('is believed although the bytes of the file have changed since; the file is left alone', async () => {
    const { p, file, run, sendAgain } = doubtful();
    p.after(FIRST_LOOK_MS + 2, () => {
      sendAgain();
      p.transitions.settleAgain(p.row(file));
    });
    await run();
    expect([outcomeOf(p, 'first'), p.row(file).state]).toEqual(['recorded', 'settling']);
  });
});

test('a file that is gone ends the question: nothing of it is sent, and an equal file waits no longer', () => {
  const { p, file, person, asked } = doubtful();
  const twin = p.transitions.decide(p.put('twin', 'x', 'ready'));
  expect(p.row(twin)).toMatchObject({ state: 'held', hold: 'twin_pending' });
  asked();
  expect(person.sendAgain({ asked: 'a' }, 1)).toMatchObject({ ok: true });
  expect([outcomeOf(p, 'first'), p.row(file).state]).toEqual(['given-up', 'checking']);
  expect(p.row(twin).hold).toBeNull();
});
