/**
 * Where the bytes of a form's file come from: a handle that stays open or, for a small file, proven bytes in memory,
 * which are read anew when they are no longer fresh.
 */
import { fail, ok, type Result } from '../../../../src-shared/model/result.ts';
import { isSameFile, type FileIdentity } from '../../../platform/disk/file-identity.ts';
import type { FormPorts, FormRequest } from './form-request.ts';
import { interrupted, type FormContent, type FormFault } from './form-source.ts';
import { SMALL_BYTES } from './small-file.ts';
import { closeOpened, unreadable, type SourceFile, type SourceUnreadable } from './source-file.ts';
import { SILENT_ERRNO } from '../../../../src-shared/model/files/read-trouble.ts';
import { SECOND_MS } from '../../../../src-shared/model/text/time.ts';
import { makeTimeLimit, TOO_LATE, untilAborted } from '../../../platform/waiting.ts';

/** Making a connection may take time; bytes that were read before are proven only for the moment of reading. */
const FRESH_MS = 100;
const OPENING_LIMIT_MS = 30 * SECOND_MS; // a sleeping disk needs ten

type Opened = Result<FormContent, FormFault>;

export type ContentOpener = ReturnType<typeof makeContentOpener>;

export function makeContentOpener(
  request: FormRequest,
  ports: Pick<FormPorts, 'clock' | 'openSource' | 'proveSmall'>,
  signal: AbortSignal,
) {
  const { clock } = ports;
  const isSmall = request.form.fileBytes <= SMALL_BYTES;
  let opened: Opened | null = null;
  let openedAtMs = 0;
  const isUsable = (): boolean => !isSmall || clock.monotonicMs() - openedAtMs < FRESH_MS;
  return {
    /** The content as it is to be sent now; a fault when it is not, or no longer, the one that was fingerprinted. */
    async open() {
      if (opened !== null && isUsable()) return opened;
      opened = await (isSmall
        ? proven(request, ports, signal)
        : openUnchanged(request, ports, signal));
      openedAtMs = clock.monotonicMs();
      return opened;
    },
    async close() {
      if (opened?.ok === true && opened.value.kind === 'file') await opened.value.file.close();
    },
  };
}

async function proven(
  { path, identity, form, blake3Hex, wantsSha256 }: FormRequest,
  { proveSmall }: Pick<FormPorts, 'proveSmall'>,
  signal: AbortSignal,
): Promise<Opened> {
  try {
    const { fileBytes } = form;
    const proof = await proveSmall({ path, identity, fileBytes, blake3Hex, wantsSha256 }, signal);
    return proof.ok ? ok({ kind: 'proven', ...proof.value }) : proof;
  } catch (error) {
    if (signal.aborted) return interrupted;
    throw error;
  }
}

async function openUnchanged(
  { path, identity }: FormRequest,
  { openSource, clock }: Pick<FormPorts, 'openSource' | 'clock'>,
  signal: AbortSignal,
): Promise<Opened> {
  const opening = openSource(path);
  const opened = await inTime(opening, clock, signal);
  if (opened === TOO_LATE || opened === ENDED) {
    closeOpened(opening).catch(() => undefined); // a call of the file system cannot be taken back
    if (opened === ENDED) return interrupted;
    return fail({ kind: 'source-unreadable', code: SILENT_ERRNO });
  }
  if (!opened.ok) return opened;
  const file = opened.value;
  let isKept = false;
  try {
    const seen = await identityOf(file);
    isKept = seen.ok && isSameFile(identity, seen.value);
    if (isKept) return ok({ kind: 'file', file });
    return seen.ok ? fail({ kind: 'source-changed', how: 'identity' }) : seen;
  } finally {
    if (!isKept) await file.close();
  }
}

const ENDED = Symbol('ended');

/** Its value, or why nobody waits for it any more. */
async function inTime<Value>(
  call: Promise<Value>,
  clock: FormPorts['clock'],
  signal: AbortSignal,
): Promise<Value | typeof TOO_LATE | typeof ENDED> {
  const over = new AbortController();
  const limit = makeTimeLimit(OPENING_LIMIT_MS, clock, AbortSignal.any([signal, over.signal]));
  try {
    return await limit.during((stop) => untilAborted(call, stop));
  } catch (error) {
    if (signal.aborted) return ENDED;
    throw error;
  } finally {
    over.abort();
  }
}

/** Some drives open a file and then cannot identify it. */
async function identityOf(
  file: SourceFile,
): Promise<Result<FileIdentity | null, SourceUnreadable>> {
  try {
    return ok(file.seen ?? (await file.identity()));
  } catch (error) {
    return fail(unreadable(error));
  }
}
