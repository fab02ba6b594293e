/**
 * The bytes of a frozen form from any offset, and the commit gate: the closing bytes leave only when the file is proven
 * to be the one that was fingerprinted and the caller has made that fact durable. Without its closing bytes a form is
 * an incomplete message that no service may act on, so whatever stops this module before the gate costs nothing.
 */
import { isSameFile, type FileIdentity } from '../ports/file-identity.ts';
import type { Clock } from '../ports/clock.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import { makeSha256, type ContentHash, type MakeHash } from './content-hash.ts';
import type { FrozenForm } from './representation.ts';
import { unreadable, type SourceFile, type SourceUnreadable } from './source-file.ts';

export interface FormSource {
  readonly form: FrozenForm;
  readonly file: SourceFile;
  /** As it was when the file was fingerprinted. */
  readonly identity: FileIdentity;
  readonly sha256Hex: string;
  /** Makes it durable that the tail is about to leave. Synchronous; throwing keeps the gate shut. */
  readonly releaseTail: () => void;
  readonly clock: Clock;
  readonly makeHash?: MakeHash;
  /** Where a part leaves its running hash for the next one; without it every part hashes from the beginning. */
  readonly carry?: HashCarry;
}

/** Bytes of the form: `toByte` is the first one not written. */
export interface FormRange {
  readonly fromByte: number;
  readonly toByte: number;
}

/** The hash of the file's first `bytes` bytes, as they were read for sending. */
interface RunningHash {
  readonly hash: ContentHash;
  readonly bytes: number;
}

export interface HashCarry {
  current: RunningHash | null;
}

export type SourceChanged = {
  readonly kind: 'source-changed';
  readonly how: 'identity' | 'length' | 'content';
};

/** Why the form was not completed. `code` of a failed release is the journal's own (SQLITE_FULL …), where it has one. */
export type FormFault =
  | SourceChanged
  | SourceUnreadable
  | { readonly kind: 'not-released'; readonly code: string | null }
  | { readonly kind: 'interrupted' };

/**
 * Takes over a piece; resolves once its memory may be used again, also when the connection is gone by then. It never
 * rejects: who receives the bytes aborts the signal instead.
 */
export type WritePiece = (bytes: Uint8Array) => Promise<void>;

const RING_SLOTS = 8; // reading goes on while the kernel and the hash take what was read before, each at its own pace
const SMALL_BYTES = 65_536;
const MAX_PIECE_BYTES = 1_048_576; // larger pieces gain nothing
const MIN_PIECE_BYTES = 65_536;
const QUICK_PIECE_MS = 250;
const SLOW_PIECE_MS = 2_000;

/**
 * Writes the body's bytes of `range`; only a range that ends with the form passes the gate. The part of the file before
 * it is read and hashed again, unless the carried hash covers it: what the service holds must still be ours. Resolves
 * when the range was handed over, or with the reason why it was not; after an abort nothing is written any more.
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
  const isWhole = range.fromByte === 0 && range.toByte === form.totalBytes;
  const isSmall = isWhole && form.fileBytes <= SMALL_BYTES;
  const written = isSmall
    ? await writeProven(source, write, signal)
    : await writeAndProve(source, range, write, signal);
  if (!written.ok || range.toByte < form.totalBytes) return written;
  // From here to the tail there is no await: an abort or an early answer is either seen now, or comes after the commit.
  if (signal.aborted) return interrupted;
  try {
    source.releaseTail();
  } catch (error) {
    return fail({ kind: 'not-released', code: codeOf(error) });
  }
  await write(Buffer.from(form.tail, 'utf8').subarray(Math.max(0, range.fromByte - tailStart)));
  return ok(null);
}

/**
 * A small file is read at once and proven before anything leaves: one that changed costs nothing, and the form's
 * beginning goes to the kernel in one piece with it.
 */
async function writeProven(
  { form, file, identity, sha256Hex, makeHash = makeSha256 }: FormSource,
  write: WritePiece,
  signal: AbortSignal,
): Promise<Result<null, FormFault>> {
  const hash = makeHash(form.fileBytes);
  let isHashUsed = false;
  try {
    const memory = memoryFor(hash, form.fileBytes + 1); // a byte more shows a file that grew
    const count = await readToEnd(file, memory);
    if (!isSameFile(identity, await file.identity())) return changed('identity');
    if (count !== form.fileBytes) return changed('length');
    const content = memory.subarray(0, count);
    await hash.update(content);
    isHashUsed = true;
    if ((await hash.digestHex()) !== sha256Hex) return changed('content');
    if (signal.aborted) return interrupted;
    await Promise.all([write(Buffer.from(form.head, 'utf8')), write(content)]);
    return ok(null);
  } catch (error) {
    return fail(unreadable(error));
  } finally {
    if (!isHashUsed) hash.discard?.();
  }
}

/** Resolves with how much there was, at most as much as fits. */
async function readToEnd(file: SourceFile, into: Uint8Array): Promise<number> {
  let position = 0;
  while (position < into.length) {
    const count = await file.read(into.subarray(position), into.length - position, position);
    if (count === 0) break;
    position += count;
  }
  return position;
}

/** Writes all of the range before the tail, and proves it where it is the form's last. */
async function writeAndProve(
  source: FormSource,
  { fromByte, toByte }: FormRange,
  write: WritePiece,
  signal: AbortSignal,
): Promise<Result<null, FormFault>> {
  const { form, file, identity } = source;
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
    const streamed = await streamFile(source, fileRange, running, write, signal);
    if (!streamed.ok) return streamed;
    await headSent;
    if (toByte < form.totalBytes) {
      if (source.carry !== undefined) {
        source.carry.current = { hash: running.hash, bytes: fileRange.toByte };
        isHashUsed = true;
      }
      return ok(null);
    }
    // One byte more than the frozen size means a file that grew; its identity says so too, but a promise is kept twice.
    if ((await file.read(new Uint8Array(1), 1, form.fileBytes)) > 0) return changed('length');
    if (!isSameFile(identity, await file.identity())) return changed('identity');
    isHashUsed = true;
    if ((await running.hash.digestHex()) !== source.sha256Hex) return changed('content');
    return ok(null);
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

/** Goes on with the carried hash when it covers no more than what was sent; a carried hash is used once. */
function startHash({ carry, makeHash, form }: FormSource, sentBefore: number): RunningHash {
  const carried = carry?.current ?? null;
  if (carry !== undefined) carry.current = null;
  if (carried !== null && carried.bytes <= sentBefore) return carried;
  return { hash: (makeHash ?? makeSha256)(form.fileBytes), bytes: 0 };
}

/** Hashes the file on from where `running` stands and writes its part of `range`; resolves when all was taken over. */
async function streamFile(
  { form, file, clock }: FormSource,
  range: FormRange,
  running: RunningHash,
  write: WritePiece,
  signal: AbortSignal,
): Promise<Result<null, FormFault>> {
  const { hash } = running;
  const ring = makeRing(form.fileBytes, hash);
  let pieceBytes = MIN_PIECE_BYTES;
  let position = running.bytes;
  while (position < range.toByte) {
    const slot = ring.next();
    await slot.free;
    if (signal.aborted) return interrupted;
    const isSending = position >= range.fromByte;
    const end = isSending ? range.toByte : range.fromByte;
    const wanted = Math.min(isSending ? pieceBytes : MAX_PIECE_BYTES, end - position);
    const count = await file.read(slot.memory, wanted, position);
    if (signal.aborted) return interrupted;
    if (count === 0) return changed('length');
    position += count;
    const piece = slot.memory.subarray(0, count);
    const pace = async (): Promise<void> => {
      const startedMs = clock.monotonicMs();
      await write(piece);
      pieceBytes = nextPieceBytes(pieceBytes, clock.monotonicMs() - startedMs);
    };
    slot.free = Promise.all([isSending ? pace() : null, hash.update(piece)]);
  }
  await ring.drained();
  return ok(null);
}

/**
 * A stalled peer is told from a slow one by pieces being taken, so no piece may be larger than a slow line takes within
 * a few seconds. Doubles after a quick piece, halves after a slow one.
 */
export function nextPieceBytes(pieceBytes: number, tookMs: number): number {
  if (tookMs < QUICK_PIECE_MS) return Math.min(MAX_PIECE_BYTES, pieceBytes * 2);
  if (tookMs > SLOW_PIECE_MS) return Math.max(MIN_PIECE_BYTES, pieceBytes / 2);
  return pieceBytes;
}

interface Slot {
  readonly memory: Uint8Array;
  free: Promise<unknown>;
}

/** Memory for at most eight pieces, made when first needed and used again and again: flat, whatever the file's size. */
function makeRing(fileBytes: number, hash: ContentHash) {
  const slots: Slot[] = [];
  let turn = 0;
  return {
    next(): Slot {
      const index = turn++ % RING_SLOTS;
      return (slots[index] ??= {
        memory: memoryFor(hash, Math.min(MAX_PIECE_BYTES, fileBytes)),
        free: Promise.resolve(),
      });
    },
    drained: () => Promise.all(slots.map((slot) => slot.free)),
  };
}

function memoryFor(hash: ContentHash, bytes: number): Uint8Array {
  return hash.memory?.(bytes) ?? Buffer.allocUnsafeSlow(bytes);
}

const interrupted = fail({ kind: 'interrupted' } as const);

function changed(how: SourceChanged['how']): { readonly ok: false; readonly fault: SourceChanged } {
  return fail({ kind: 'source-changed', how });
}

/** The journal's error code; its message may name paths and stays out of what is stored and shown. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null;
}
