import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mayBeSent } from '../../../src-shared/model/files/upload-state.ts';
import {
  addContent,
  addFile,
  folderRules,
  reopenState,
  temporaryState,
  uploadJob,
} from '../../test-support/temporary-state.ts';
import { makeStateJournal } from './upload-intent.ts';
import { hurriedClock } from './test-support/fast-clock.ts';
import { startLabService, type LabService } from './test-support/lab-service.ts';
import { never, portsWith, rememberedSupport, silent } from './test-support/upload-setup.ts';
import { OutcomeNotWritten, runUpload, type AttemptJournal, type UploadJob } from './upload.ts';

// The k-th write fails, for every k that an upload reaches; then the program starts again with a database that works.

const SIZE = 3_000_000;
const MOST_WRITES = 50;

let lab: LabService;
beforeAll(async () => {
  lab = await startLabService();
});
afterAll(() => lab[Symbol.asyncDispose]());

/** Lets the writes before the k-th through; that one fails, and in lasting trouble all later ones do. */
function failingFrom(k: number, isLasting: boolean, journal: AttemptJournal) {
  let writes = 0;
  const guarded: AttemptJournal = (event) => {
    writes += 1;
    if (writes === k || (isLasting && writes > k)) {
      throw Object.assign(new Error('the disk is full'), { code: 'SQLITE_FULL' });
    }
    journal(event);
  };
  return { reached: () => writes >= k, journal: guarded };
}

/** One attempt; an outcome that could not be written is nowhere, as after a crash. */
async function attempt(job: UploadJob, journal: AttemptJournal): Promise<string> {
  const support = rememberedSupport({ kind: 'unknown' });
  const ports = portsWith({ token: () => lab.token, clock: hurriedClock, support, journal });
  try {
    return (await runUpload(job, ports, silent, never)).kind;
  } catch (error) {
    if (error instanceof OutcomeNotWritten) return 'not written';
    throw error;
  }
}

const TROUBLES = (['on', 'off'] as const).flatMap((resumableUploads) => [
  { resumableUploads, isLasting: true, lasting: 'and all after it' },
  { resumableUploads, isLasting: false, lasting: 'alone' },
]);

test.each(TROUBLES)(
  'whichever write fails ($lasting; resuming is $resumableUploads), the upload is recorded and charged at most once, and exactly once unless its answer is lost',
  async ({ resumableUploads, isLasting }) => {
    const content = randomBytes(SIZE);
    let k = 1;
    for (; k <= MOST_WRITES; k += 1) {
      lab.reset({ resumableUploads });
      const cut = { kind: 'drop-in-body', afterBytes: 1_500_000 } as const;
      if (resumableUploads === 'on') {
        lab.add({ endpoint: '*', when: { method: 'POST' }, times: 1, do: cut });
      }
      const { state, folder } = temporaryState();
      const folderId = state.folders.add('/data', folderRules(), 0);
      const order = uploadJob({ fileId: addFile(state, folderId).id });
      const row = { ...order, contentId: addContent(state, 'a').id };
      state.uploads.add(row);
      const job = lab.job(content, { attemptId: `first-${k}` });
      const failing = failingFrom(k, isLasting, makeStateJournal(state, row.id));
      await attempt(job, failing.journal);
      state.close();
      if (!failing.reached()) break;

      const reopened = reopenState(folder);
      const { uploads } = reopened;
      const found = uploads.move(row.id, { type: 'recovered' });
      const resume = uploads.resumable(row.id);
      const mayBeRecorded = !mayBeSent(found);
      const { records } = lab.booked();
      expect(records === 0 || mayBeRecorded, `write ${k}: recorded, and taken for unsent`).toBe(
        true,
      );
      if (mayBeRecorded && resume === null) continue; // unknown: only looking helps
      const again = { ...job, attemptId: resume?.attemptId ?? `second-${k}`, resume };
      const journal = makeStateJournal(reopened, row.id);
      expect(await attempt(again, journal), `write ${k}`).toBe('recorded');
      expect(lab.booked(), `write ${k}`).toEqual({ records: 1, charges: 1 });
    }
    expect(k).toBeGreaterThan(3); // begin, the gate and the outcome at least
    expect(k).toBeLessThan(MOST_WRITES);
    expect(lab.booked()).toEqual({ records: 1, charges: 1 }); // the last run met no trouble
  },
  60_000,
);
