/** Public files: content in an object store, reachable by a pre-signed link. */
import * as z from 'zod/mini';
import { endpoint, json } from './endpoint.ts';
import { Message } from './envelopes.ts';
import { certificateQuery, Deletion, File, FilePage, Uploaded, uploadForm } from './files.ts';
import { CREDITS } from './limits.ts';
import { Text } from './reading.ts';

export const DownloadLink = z.object({ objectStoreUrl: z.string().check(z.minLength(1)) });

export const PublicMetadata = z.object({ FileHash: Text, FileLinkStore: Text, JsonCid: Text });

const tag = 'Public files';

export const uploadPublicFile = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/files',
  tag,
  summary: 'Upload a public file',
  sends: uploadForm,
  returns: json(Uploaded),
  successStatus: 201,
  errors: [400, 403, 404, 413],
  price: 'the size in MB, in credits',
});

export const listPublicFiles = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/files',
  tag,
  summary: 'Public files of a project',
  query: { start: 'index of the first record', limit: 'records per page' },
  returns: json(FilePage),
  errors: [400, 403, 404],
});

export const getPublicFile = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/files/{fileId}',
  tag,
  summary: 'One public file',
  returns: json(File),
  errors: [403, 404],
});

export const downloadPublicFile = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/files/{fileId}/download',
  tag,
  summary: 'A pre-signed link to the content',
  returns: json(DownloadLink),
  errors: [403, 404],
});

/** The singular `file` in this path is the document's own. */
export const deletePublicFile = endpoint({
  method: 'PATCH',
  path: '/projects/{projectId}/file/{fileId}/delete',
  tag,
  summary: 'Delete a public file, with a reason',
  sends: json(Deletion),
  returns: json(Message),
  errors: [400, 403, 404],
  price: `${CREDITS.fileDeletion} credit`,
});

export const getPublicCertificate = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/files/{fileId}/download/certificate',
  tag,
  summary: 'The certificate as PDF, or as JSON',
  query: certificateQuery,
  returns: { kind: 'certificate' } as const,
  errors: [403, 404],
});

export const getPublicMetadata = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/files/{fileId}/ipfs',
  tag,
  summary: 'The metadata document with the hash of the content',
  returns: json(PublicMetadata),
  errors: [403, 404],
});
