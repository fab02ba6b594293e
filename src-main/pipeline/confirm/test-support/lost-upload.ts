/** An upload whose answer was lost, and everything that a run needs to look for it. */
import { makeNotedTimes } from '../../../platform/waiting.ts';
import type { UploadEvent } from '../../../../src-shared/model/files/upload-state.ts';
import { uploadJob } from '../../../test-support/temporary-state.ts';
import type { LostAnswers } from '../../common/ports.ts';
import { pipeline, type Pipeline } from '../../common/test-support/pipeline.ts';
import {
  playCharges,
  playDigests,
  playQuirks,
  playRemote,
  remoteFile,
} from '../../common/test-support/fake-ports.ts';
import { findingOf } from '../search-upload.ts';
import { makeConfirmStage } from '../confirm-stage.ts';
import type { OutcomeCheckPorts } from '../outcome-check.ts';

export const { uploadedIso: ISO } = remoteFile();
export const OTHER_ISO = '2026-11-21T09:00:04.456Z';
export const MINUTE = 60_000;

/** Everything a run needs to look; `again` is the stage of the next run. */
export function looking(
  p: Pipeline,
  settle: LostAnswers['settle'] = async () => null,
  onNotRecorded: OutcomeCheckPorts['onNotRecorded'] = () => undefined,
) {
  const { remote, play } = playRemote(p.clock);
  const { quirks, known } = playQuirks();
  const lostAnswers = { settle, sentFields: () => ({ fileType: 'primary', label: 'raw' }) };
  const times = makeNotedTimes(p.clock);
  const { charges, play: history } = playCharges();
  const again = () =>
    makeConfirmStage({
      ...p,
      remote,
      lostAnswers,
      quirks,
      digests: playDigests(),
      times,
      charges,
      onNotRecorded,
    });
  return { stage: again(), again, play, known, history };
}

/** An upload whose answer has just been lost. */
export function confirming(
  p: Pipeline,
  name = 'a',
  seed = 'x',
  uploadedIso = ISO,
  before: readonly UploadEvent[] = [],
) {
  const file = p.put(name, seed, 'ready');
  const id = `job of ${name}`;
  const contentId = file.contentId ?? 0;
  p.state.uploads.add(uploadJob({ id, fileId: file.id, contentId, name, uploadedIso }));
  const isLost = before.at(-1)?.type === 'answer-lost';
  for (const event of isLost ? before : [...before, { type: 'answer-lost' } as const]) {
    p.state.uploads.move(id, event, p.clock.nowMs());
  }
  return p.state.files.move(p.state.files.move(file, 'uploading'), 'confirming');
}

export const jobOf = (p: Pipeline, name = 'a') => {
  const job = p.state.uploads.get(`job of ${name}`);
  if (job === null) throw new Error('no such job');
  return job;
};
/** A pipeline with one such upload, and what a run needs to look for it. */
export function lost(settle?: LostAnswers['settle']) {
  const p = pipeline();
  const file = confirming(p);
  return { p, file, ...looking(p, settle) };
}

export const findingIn = (p: Pipeline) => findingOf(jobOf(p));
