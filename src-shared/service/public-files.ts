/** Public files: content in an object store, reachable by a pre-signed link. */
import * as z from 'zod/mini';
import { endpointsOf, json } from './endpoint.ts';
import { Message } from './envelopes.ts';
import { certificateQuery, Deletion, File, FilePage, Uploaded, uploadForm } from './files.ts';
import { CREDITS } from './limits.ts';
import { Text } from './reading.ts';

export const DownloadLink = z.object({ objectStoreUrl: z.string().check(z.minLength(1)) });

export const PublicMetadata = z.object({ FileHash: Text, FileLinkStore: Text, JsonCid: Text });

const { post, get, patch } = endpointsOf('Public files');

export const uploadPublicFile = post('/projects/{projectId}/files', 'Upload a public file', {
  sends: uploadForm,
  returns: json(Uploaded),
  successStatus: 201,
  errors: [400, 403, 404, 413],
  price: 'the size in MB, in credits',
});

export const listPublicFiles = get('/projects/{projectId}/files', 'Public files of a project', {
  query: { start: 'index of the first record', limit: 'records per page' },
  returns: json(FilePage),
  errors: [400, 403, 404],
});

export const getPublicFile = get('/projects/{projectId}/files/{fileId}', 'One public file', {
  returns: json(File),
  errors: [403, 404],
});

export const downloadPublicFile = get(
  '/projects/{projectId}/files/{fileId}/download',
  'A pre-signed link to the content',
  { returns: json(DownloadLink), errors: [403, 404] },
);

/** The singular `file` in this path is the document's own. */
export const deletePublicFile = patch(
  '/projects/{projectId}/file/{fileId}/delete',
  'Delete a public file, with a reason',
  {
    sends: json(Deletion),
    returns: json(Message),
    errors: [400, 403, 404],
    price: `${CREDITS.fileDeletion} credit`,
  },
);

export const getPublicCertificate = get(
  '/projects/{projectId}/files/{fileId}/download/certificate',
  'The certificate as PDF, or as JSON',
  { query: certificateQuery, returns: { kind: 'certificate' } as const, errors: [403, 404] },
);

export const getPublicMetadata = get(
  '/projects/{projectId}/files/{fileId}/ipfs',
  'The metadata document with the hash of the content',
  { returns: json(PublicMetadata), errors: [403, 404] },
);
