/**
 * Clears away what a crash can leave between the record of a deletion and the removal of its content. Run at start;
 * removing twice does no harm.
 */
import type { Service } from '../service.ts';

export async function sweepDeletedContents({
  store,
  objects,
  privateContents,
}: Pick<Service, 'store' | 'objects' | 'privateContents'>): Promise<void> {
  for (const { visibility, objectKey } of store.files.deleted()) {
    await (visibility === 'public' ? objects : privateContents).remove(objectKey);
  }
}
