/**
 * A small file is read at once and proven before anything leaves: one that changed costs nothing, and the form's
 * beginning goes to the kernel in one piece with it.
 */
import { isSameFile } from '../ports/file-identity.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import { makeSha256 } from './content-hash.ts';
import {
  changed,
  interrupted,
  type FormFault,
  type FormSource,
  type WritePiece,
} from './form-source.ts';
import { memoryFor } from './piece-ring.ts';
import { unreadable, type SourceFile } from './source-file.ts';

/** Of the file. */
export const SMALL_BYTES = 65_536;

/** Writes all of the form before its tail. */
export async function writeProven(
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
