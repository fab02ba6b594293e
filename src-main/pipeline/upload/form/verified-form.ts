/**
 * A form whose file is in memory and proven before anything leaves: one that changed costs nothing, and the form's
 * beginning goes to the kernel in one piece with it.
 */
import { ok, type Result } from '../../../../src-shared/model/result.ts';
import { interrupted, type FormFault, type FormRange, type WritePiece } from './form-source.ts';
import type { FrozenForm } from './representation.ts';

/** Writes all of the range before the form's tail. */
export async function writeProven(
  form: FrozenForm,
  content: Uint8Array,
  { fromByte, toByte }: FormRange,
  write: WritePiece,
  signal: AbortSignal,
): Promise<Result<null, FormFault>> {
  if (signal.aborted) return interrupted;
  const head = Buffer.from(form.head, 'utf8');
  const inFile = (byte: number): number => Math.max(0, byte - head.length);
  const pieces = [
    head.subarray(fromByte, toByte),
    content.subarray(inFile(fromByte), inFile(toByte)),
  ];
  await Promise.all(pieces.filter((piece) => piece.length > 0).map(write));
  return ok(null);
}
