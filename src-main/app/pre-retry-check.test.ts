import { expect, test } from 'vitest';
import { uploadJob } from '../test-support/temporary-state.ts';
import { never, pipeline } from '../pipeline/common/test-support/pipeline.ts';
import {
  playDigests,
  playQuirks,
  playRemote,
  remoteFile,
  unavailable,
} from '../pipeline/common/test-support/fake-ports.ts';
import type { ServiceFault } from '../../src-shared/model/status/service-fault.ts';
import { makePreRetryCheck } from './bind-uploads.ts';

/** A list with a file that looks like the upload, at another time, and a service that cannot tell its hash. */
async function checkWith(hashFault: ServiceFault | null) {
  const p = pipeline();
  const { id: fileId, contentId } = p.put('a', 'x', 'ready');
  p.state.uploads.add(
    uploadJob({
      id: 'job',
      fileId,
      contentId: contentId ?? 0,
      name: 'a',
      uploadedIso: '2026-11-21T09:00:00.123Z',
    }),
  );
  const job = p.state.uploads.get('job');
  if (job === null) throw new Error('the job was not kept');
  const { remote, play } = playRemote(p.clock);
  play.files = [remoteFile({ uploadedIso: '2026-11-21T09:00:04.456Z' })];
  play.hashFault = hashFault;
  const { quirks } = playQuirks();
  const lostAnswers = { sentFields: () => ({ fileType: 'primary', label: 'raw' }) };
  const check = makePreRetryCheck({ ...p, remote, quirks, digests: playDigests(), lostAnswers });
  return p.clock.play(check(job, () => null, never));
}

test('a hash that cannot be asked for now keeps the file from being sent again', async () => {
  const fault = unavailable('server-error');
  expect(await checkWith(fault)).toEqual({ kind: 'stopped', fault });
  expect(await checkWith(null)).toBeNull();
});
