/** Holds a download against its record, as any other file on this computer: without sending anything of it. */
import type { ArrivalVerdict } from '../../../src-shared/model/files/download-view.ts';
import type { PublicFile } from '../downloads/download-link.ts';
import type { Verify } from './verifier.ts';

/** What cannot be told, for whatever reason, is said to be so; aborting rejects with the signal's reason. */
export function makeVerifyArrival(verify: Verify) {
  return async (
    path: string,
    { projectId, fileId }: PublicFile,
    signal: AbortSignal,
  ): Promise<ArrivalVerdict> => {
    const against = { kind: 'record', fileId, projectId } as const;
    const verified = await verify({ path }, against, undefined, signal);
    return verified.ok ? verified.value.verdict.kind : 'unsure';
  };
}
