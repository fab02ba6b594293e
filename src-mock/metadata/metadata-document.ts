/** The metadata document of a file: what the content-addressed store holds, and what the ipfs endpoints answer. */
import * as z from 'zod/mini';
import { documentCid } from './cid.ts';

/** Private documents carry no link: their content has no copy in the object store. */
const MetadataDocument = z.strictObject({
  FileHash: z.string(),
  FileLinkStore: z.optional(z.string()),
});
export type MetadataDocument = z.output<typeof MetadataDocument>;

export interface SealedDocument {
  readonly cid: string;
  /** The exact text the CID was made from. */
  readonly text: string;
}

export function sealDocument(document: MetadataDocument): SealedDocument {
  const text = JSON.stringify(document);
  return { cid: documentCid(text), text };
}

export function readDocument(text: string): MetadataDocument {
  return MetadataDocument.parse(JSON.parse(text));
}
