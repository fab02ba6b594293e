/**
 * The bytes of a frozen form from any offset, and the commit gate: the closing bytes leave only when the file is proven
 * to be the one that was fingerprinted and the caller has made that fact durable. Without its closing bytes a form is
 * an incomplete message that no service may act on, so whatever stops this module before the gate costs nothing.
 */
import { isSameFile, type FileIdentity } from '../../../platform/disk/file-identity.ts';
import { fail, ok, type Result } from '../../../../src-shared/model/result.ts';
import { hashInPlace, type ContentHash, type HashedPiece } from '../../../digests/content-hash.ts';
import {
  changed,
  interrupted,
  type FormFault,
  type FormRange,
  type FormSource,
  type RunningHash,
  type WritePiece,
  unreadable,
  type SourceFile,
  type FormContent,
  closeOpened,
  type SourceUnreadable,
} from './source-file.ts';
import { type ProvenBytes, SMALL_BYTES } from './small-file.ts';
import type { FrozenForm } from './representation.ts';
import { codeOf } from '../../../platform/errno.ts';
import type { FormPorts, FormRequest } from './form-request.ts';
import { SILENT_ERRNO } from '../../../../src-shared/model/files/read-trouble.ts';
import { SECOND_MS } from '../../../../src-shared/model/text/time.ts';
import { makeTimeLimit, TOO_LATE, untilAborted } from '../../../platform/waiting.ts';

/** One is hashed while another is handed over; more would leave the processor's cache before they are sent. */
const READS_AHEAD = 2;

/**
 * Writes the body's bytes of `range`; only a range that ends with the form passes the gate. The part of the file before
 * it is read and hashed again, unless the carried hash covers it: what the service holds must still match our file.
 * Resolves when the range was handed over, or with the reason why it was not; after an abort nothing is written any
 * more.
 */
export async function writeForm(
  source: FormSource,
  range: FormRange,
  write: WritePiece,
  signal: AbortSignal,
): Promise<Result<null, FormFault>> {
  const { form } = source;
  const tailStart = Buffer.byteLength(form.head) + form.fileBytes;
  assertRange(range, tailStart, form.totalBytes);
  const { content } = source;
  const written =
    content.kind === 'proven'
      ? await writeProven(form, content, range, write, signal)
      : await writeAndProve(source, content.file, range, write, signal);
  if (!written.ok) return written;
  if (range.toByte < form.totalBytes) return ok(null);
  const released = await release(source, written.value, signal);
  if (!released.ok) return released;
  await write(Buffer.from(form.tail, 'utf8').subarray(Math.max(0, range.fromByte - tailStart)));
  return ok(null);
}

/**
 * Opens the gate. Whether the body was stopped is asked together with the commit, and no event of the network comes
 * between the commit and the write that follows: an abort or an early answer is seen in time, or comes after the bytes.
 * `sha256Hex`: of the proven bytes, when it was not known before.
 */
async function release(
  { keepSha256, releaseTail }: Pick<FormSource, 'keepSha256' | 'releaseTail'>,
  sha256Hex: string | null,
  signal: AbortSignal,
): Promise<Result<null, FormFault>> {
  if (signal.aborted) return interrupted;
  try {
    if (sha256Hex !== null) keepSha256(sha256Hex);
    return (await releaseTail(() => signal.aborted)) ? ok(null) : interrupted;
  } catch (error) {
    return fail({ kind: 'not-released', code: codeOf(error) });
  }
}

/** Writes all of the range before the tail, and proves it if it is the form's last. Returns the SHA-256 if it was wanted. */
async function writeAndProve(
  source: FormSource,
  file: SourceFile,
  { fromByte, toByte }: FormRange,
  write: WritePiece,
  signal: AbortSignal,
): Promise<Result<string | null, FormFault>> {
  const { form, identity } = source;
  const head = Buffer.from(form.head, 'utf8');
  const inFile = (byte: number): number =>
    Math.min(Math.max(0, byte - head.length), form.fileBytes);
  const running = startHash(source, inFile(fromByte));
  let isHashUsed = false;
  try {
    if (!isSameFile(identity, await file.identity())) return changed('identity');
    if (signal.aborted) return interrupted;
    const headSent = fromByte < head.length ? write(head.subarray(fromByte, toByte)) : null;
    const fileRange = { fromByte: inFile(fromByte), toByte: inFile(toByte) };
    const streamed = await streamFile(source, file, fileRange, running, write, signal);
    if (!streamed.ok) return streamed;
    await headSent;
    if (toByte < form.totalBytes) {
      if (source.carry !== undefined) {
        source.carry.current = { hash: running.hash, bytes: fileRange.toByte };
        isHashUsed = true;
      }
      return ok(null);
    }
    // One byte more than the frozen size means that the file grew. Its identity shows that too; this is a second check.
    if ((await file.read(new Uint8Array(1), 1, form.fileBytes)) > 0) return changed('length');
    if (!isSameFile(identity, await file.identity())) return changed('identity');
    isHashUsed = true;
    const { blake3, sha256 } = await running.hash.finish();
    return blake3 === source.blake3Hex ? ok(sha256) : changed('content');
  } catch (error) {
    return fail(unreadable(error));
  } finally {
    if (!isHashUsed) running.hash.discard?.();
  }
}

/** A range ends before the tail or with it: no part of the tail leaves without the gate. */
function assertRange({ fromByte, toByte }: FormRange, tailStart: number, total: number): void {
  const isOrdered = Number.isSafeInteger(fromByte) && fromByte >= 0 && fromByte <= toByte;
  if (isOrdered && (toByte <= tailStart || toByte === total)) return;
  throw new RangeError(`the form of ${total} bytes has no part from ${fromByte} to ${toByte}`);
}

/** Continues with the carried hash when it covers no more than what was sent; a carried hash is used once. */
function startHash(source: FormSource, sentBefore: number): RunningHash {
  const { carry, makeHash = hashInPlace, form, wantsSha256 } = source;
  const carried = carry?.current ?? null;
  if (carry !== undefined) carry.current = null;
  if (carried !== null && carried.bytes <= sentBefore) return carried;
  carried?.hash.discard?.();
  return { hash: makeHash(form.fileBytes, wantsSha256), bytes: 0 };
}

/**
 * Continues hashing the file from the position of `running` and writes its part of `range`; resolves when all was
 * accepted.
 */
async function streamFile(
  { form, clock }: FormSource,
  file: SourceFile,
  range: FormRange,
  running: RunningHash,
  write: WritePiece,
  signal: AbortSignal,
): Promise<Result<null, FormFault>> {
  const { hash } = running;
  const ring = makeRing(form.fileBytes, hash);
  let pieceBytes = MIN_PIECE_BYTES;
  let askedBytes = running.bytes;
  const pace = async (piece: Uint8Array): Promise<void> => {
    const startedMs = clock.monotonicMs();
    await write(piece);
    pieceBytes = nextPieceBytes(pieceBytes, clock.monotonicMs() - startedMs);
  };
  function readOn() {
    const slot = ring.next();
    const position = askedBytes;
    const isSending = position >= range.fromByte;
    const end = isSending ? range.toByte : range.fromByte;
    const wanted = Math.min(isSending ? pieceBytes : MAX_PIECE_BYTES, end - position);
    askedBytes += wanted;
    const piece = slot.memory.subarray(0, wanted);
    const read = slot.free.then(() => readAndHash(file, hash, piece, position));
    read.catch(() => undefined); // it may fail before it is awaited
    return { slot, piece, isSending, read };
  }
  const mostReads = hash.read === undefined ? 1 : READS_AHEAD;
  const reads: ReturnType<typeof readOn>[] = [];
  try {
    for (;;) {
      while (reads.length < mostReads && askedBytes < range.toByte) reads.push(readOn());
      const next = reads.shift();
      if (next === undefined) break;
      const { slot, piece, isSending, read } = next;
      const { bytes, hashed } = await read;
      if (signal.aborted) return interrupted;
      if (bytes < piece.length) return changed('length');
      if (isSending) {
        await ring.roomAtKernel(slot);
        if (signal.aborted) return interrupted;
        slot.taken = pace(piece);
      }
      slot.free = Promise.all([slot.taken, hashed]);
    }
  } finally {
    await Promise.allSettled(reads.map(({ read }) => read));
  }
  await ring.drained();
  return ok(null);
}

/** Fills the piece, as far as the file reaches; its bytes are on their way into the hash. */
async function readAndHash(
  file: SourceFile,
  hash: ContentHash,
  piece: Uint8Array,
  position: number,
): Promise<HashedPiece> {
  const { lend } = file;
  const { read } = hash;
  if (read !== undefined && lend !== undefined) {
    return lend((handle) => read(handle, piece, position));
  }
  let bytes = 0;
  while (bytes < piece.length) {
    const count = await file.read(piece.subarray(bytes), piece.length - bytes, position + bytes);
    if (count === 0) break;
    bytes += count;
  }
  return { bytes, hashed: hash.update(piece.subarray(0, bytes)) };
}

/** Writes all of the range before the form's tail. */
async function writeProven(
  form: FrozenForm,
  { bytes, sha256Hex }: ProvenBytes,
  { fromByte, toByte }: FormRange,
  write: WritePiece,
  signal: AbortSignal,
): Promise<Result<string | null, FormFault>> {
  if (signal.aborted) return interrupted;
  const head = Buffer.from(form.head, 'utf8');
  const inFile = (byte: number): number => Math.max(0, byte - head.length);
  const pieces = [
    head.subarray(fromByte, toByte),
    bytes.subarray(inFile(fromByte), inFile(toByte)),
  ];
  await Promise.all(pieces.filter((piece) => piece.length > 0).map(write));
  return ok(sha256Hex);
}

/**
 * Memory for the pieces of a file being sent: a few buffers, used again and again, so that memory use does not depend
 * on the file's size. No piece is larger than a slow connection takes within seconds.
 */
const RING_SLOTS = 5; // more leave the processor's cache before they are sent
const MOST_WITH_KERNEL = 2; // it may take them all at once and report only then: a slow connection is not a stalled one
const MAX_PIECE_BYTES = 1_048_576; // larger pieces gain nothing
const MIN_PIECE_BYTES = 65_536;
const QUICK_PIECE_MS = 250;
const SLOW_PIECE_MS = 2_000;

/**
 * A stalled peer differs from a slow one in that no pieces are taken, so no piece may be larger than a slow connection
 * takes within a few seconds. Doubles after a quick piece, halves after a slow one.
 */
export function nextPieceBytes(pieceBytes: number, tookMs: number): number {
  if (tookMs < QUICK_PIECE_MS) return Math.min(MAX_PIECE_BYTES, pieceBytes * 2);
  if (tookMs > SLOW_PIECE_MS) return Math.max(MIN_PIECE_BYTES, pieceBytes / 2);
  return pieceBytes;
}

interface Slot {
  readonly index: number;
  readonly memory: Uint8Array;
  /** The kernel has the piece. */
  taken: Promise<unknown>;
  /** So has the hash. */
  free: Promise<unknown>;
}

/** At most five pieces, made when first needed. */
function makeRing(fileBytes: number, hash: ContentHash) {
  const slots: Slot[] = [];
  let turn = 0;
  return {
    next(): Slot {
      const index = turn++ % RING_SLOTS;
      return (slots[index] ??= {
        index,
        memory: memoryFor(hash, Math.min(MAX_PIECE_BYTES, fileBytes)),
        taken: Promise.resolve(),
        free: Promise.resolve(),
      });
    },
    /** Resolves when the kernel may be given the piece of this slot, the next in their order. */
    roomAtKernel: ({ index }: Slot) =>
      slots[(index + RING_SLOTS - MOST_WITH_KERNEL) % RING_SLOTS]?.taken,
    drained: () => Promise.all(slots.map((slot) => slot.free)),
  };
}

/** Memory that the hash can read without copying, if it has requirements. */
function memoryFor(hash: ContentHash, bytes: number): Uint8Array {
  return hash.memory?.(bytes) ?? Buffer.allocUnsafeSlow(bytes);
}

// Where the bytes of a form's file come from: a handle that stays open or, for a small file, proven bytes in memory, which
// are read anew when they are no longer fresh.

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
