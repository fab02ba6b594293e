/** Private files: content in the metadata store only. No single record and no download are documented. */
import * as z from 'zod/mini';
import { endpointsOf, json } from './endpoint.ts';
import { Message } from './envelopes.ts';
import { certificateQuery, Deletion, FilePage, Uploaded, uploadForm } from './files.ts';
import { CREDITS } from './limits.ts';
import { Text } from './reading.ts';

export const PrivateMetadata = z.object({ FileHash: Text, JsonCid: Text });

const { post, get, patch } = endpointsOf('Private files');

export const uploadPrivateFile = post(
  '/private-files/project/{projectId}',
  'Upload a private file',
  {
    sends: uploadForm,
    returns: json(Uploaded),
    successStatus: 201,
    errors: [400, 403, 404, 413],
    price: `${CREDITS.privateFileUpload} credit`,
  },
);

export const listPrivateFiles = get(
  '/private-files/project/{projectId}',
  'Private files of a project',
  {
    query: { start: 'index of the first record', limit: 'records per page' },
    returns: json(FilePage),
    errors: [400, 403, 404],
  },
);

export const deletePrivateFile = patch(
  '/private-files/project/{projectId}/file/{fileId}/delete',
  'Delete a private file, with a reason',
  {
    sends: json(Deletion),
    returns: json(Message),
    errors: [400, 403, 404],
    price: `${CREDITS.fileDeletion} credit`,
  },
);

export const getPrivateCertificate = get(
  '/private-files/project/{projectId}/files/{fileId}/download/certificate',
  'The certificate as PDF, or as JSON',
  { query: certificateQuery, returns: { kind: 'certificate' } as const, errors: [403, 404] },
);

export const getPrivateMetadata = get(
  '/private-files/project/{projectId}/files/{fileId}/ipfs',
  'The metadata document with the hash of the content',
  { returns: json(PrivateMetadata), errors: [403, 404] },
);
