/** Files: what public and private ones share (the record, the upload form, deletion), and the endpoints of each. */
import * as z from 'zod/mini';
import { documentedAs, endpointsOf, json } from './endpoint.ts';
import { Identifier, IntegerOrNull, pageOf, Text, TextOrNull, Timestamp } from './reading.ts';
import { Message } from './envelopes.ts';
import { CREDITS } from './limits.ts';

export const FILE_STATUSES = [
  'Available',
  'Pending',
  'PendingDeletion',
  'NotarizationError',
  'Deleted',
] as const;
export type FileStatus = (typeof FILE_STATUSES)[number];

export const FILE_TYPES = ['primary', 'secondary'] as const;
export type FileType = (typeof FILE_TYPES)[number];

function listOrNull(ofWhat: string) {
  return documentedAs(TextOrNull, {
    type: ['string', 'null'],
    description: `comma-separated ${ofWhat}`,
  });
}

/** `status` stays a text: an unknown value is shown as it is and never taken for success. */
export const File = z.object({
  id: Identifier,
  name: Text,
  ownerId: Text,
  ownerName: Text,
  ownerLastName: Text,
  label: documentedAs(Text, { type: 'string', description: 'comma-separated labels' }),
  type: documentedAs(Text, { type: 'string', enum: FILE_TYPES }),
  fileFormat: documentedAs(Text, { type: 'string', description: 'media type' }),
  linkToProcedure: listOrNull('file ids'),
  procedureDescription: TextOrNull,
  primaryData: listOrNull('primary file ids'),
  downloadStatistic: IntegerOrNull,
  uploaded: Timestamp,
  status: documentedAs(Text, { type: 'string', enum: FILE_STATUSES }),
});
export type File = z.output<typeof File>;

export const FilePage = pageOf(File);

const filled = z.string().check(z.minLength(1));
const formBase = {
  label: documentedAs(filled, (text) => ({ ...text, description: 'comma-separated labels' })),
  uploaded: z.iso.datetime(),
};

export const PrimaryFields = z.strictObject({ type: z.literal('primary'), ...formBase });

export const SecondaryFields = z.strictObject({
  type: z.literal('secondary'),
  ...formBase,
  procedureDescription: filled,
  linkToProcedure: documentedAs(filled, (text) => ({
    ...text,
    description: 'comma-separated file ids',
  })),
  primaryData: documentedAs(filled, (text) => ({
    ...text,
    description: 'comma-separated primary file ids',
  })),
});

/** Text parts of the upload form. A primary file cites nothing; a secondary file cites at least one primary. */
export const UploadFields = z.discriminatedUnion('type', [PrimaryFields, SecondaryFields]);
export type UploadFields = z.infer<typeof UploadFields>;

/** Order in which the text parts are sent; the file part comes last. */
export const UPLOAD_FIELD_ORDER = [
  'type',
  'label',
  'uploaded',
  'procedureDescription',
  'linkToProcedure',
  'primaryData',
] as const;

export const Uploaded = z.object({ message: Text, fileId: Identifier });

export const Deletion = z.strictObject({ userId: filled, reason: filled });

export const uploadForm = {
  kind: 'multipart',
  filePart: 'file',
  fileDescription: 'the content',
  fields: UploadFields,
} as const;

/** `raw`: "true" asks for JSON instead of the PDF. */
const certificateQuery = { raw: 'true for JSON instead of PDF' } as const;

/** Whether an identical file exists anywhere on the platform. `exists` must be a real boolean: "false" as a text would read as true somewhere, and money hangs on it. */
export const Verification = z.object({ exists: z.boolean(), fileName: Text, project: Text });
export type Verification = z.output<typeof Verification>;

const { post } = endpointsOf('Verification');

export const verifyContent = post(
  '/projects/files/verify',
  'Tell whether a file with identical content exists on the platform',
  {
    sends: { kind: 'multipart', filePart: 'file', fileDescription: 'the content', fields: null },
    returns: json(Verification),
    errors: [400, 413],
  },
);

// Private files: content in the metadata store only. No single record and no download are documented.

export const PrivateMetadata = z.object({ FileHash: Text, JsonCid: Text });

const onPrivate = endpointsOf('Private files');

export const uploadPrivateFile = onPrivate.post(
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

export const listPrivateFiles = onPrivate.get(
  '/private-files/project/{projectId}',
  'Private files of a project',
  {
    query: { start: 'index of the first record', limit: 'records per page' },
    returns: json(FilePage),
    errors: [400, 403, 404],
  },
);

export const deletePrivateFile = onPrivate.patch(
  '/private-files/project/{projectId}/file/{fileId}/delete',
  'Delete a private file, with a reason',
  {
    sends: json(Deletion),
    returns: json(Message),
    errors: [400, 403, 404],
    price: `${CREDITS.fileDeletion} credit`,
  },
);

export const getPrivateCertificate = onPrivate.get(
  '/private-files/project/{projectId}/files/{fileId}/download/certificate',
  'The certificate as PDF, or as JSON',
  { query: certificateQuery, returns: { kind: 'certificate' } as const, errors: [403, 404] },
);

export const getPrivateMetadata = onPrivate.get(
  '/private-files/project/{projectId}/files/{fileId}/ipfs',
  'The metadata document with the hash of the content',
  { returns: json(PrivateMetadata), errors: [403, 404] },
);

// Public files: content in an object store, reachable by a pre-signed link.

export const DownloadLink = z.object({ objectStoreUrl: z.string().check(z.minLength(1)) });

export const PublicMetadata = z.object({ FileHash: Text, FileLinkStore: Text, JsonCid: Text });

const onPublic = endpointsOf('Public files');

export const uploadPublicFile = onPublic.post(
  '/projects/{projectId}/files',
  'Upload a public file',
  {
    sends: uploadForm,
    returns: json(Uploaded),
    successStatus: 201,
    errors: [400, 403, 404, 413],
    price: 'the size in MB, in credits',
  },
);

export const listPublicFiles = onPublic.get(
  '/projects/{projectId}/files',
  'Public files of a project',
  {
    query: { start: 'index of the first record', limit: 'records per page' },
    returns: json(FilePage),
    errors: [400, 403, 404],
  },
);

export const getPublicFile = onPublic.get(
  '/projects/{projectId}/files/{fileId}',
  'One public file',
  {
    returns: json(File),
    errors: [403, 404],
  },
);

export const downloadPublicFile = onPublic.get(
  '/projects/{projectId}/files/{fileId}/download',
  'A pre-signed link to the content',
  { returns: json(DownloadLink), errors: [403, 404] },
);

/** The singular `file` in this path is the document's own. */
export const deletePublicFile = onPublic.patch(
  '/projects/{projectId}/file/{fileId}/delete',
  'Delete a public file, with a reason',
  {
    sends: json(Deletion),
    returns: json(Message),
    errors: [400, 403, 404],
    price: `${CREDITS.fileDeletion} credit`,
  },
);

export const getPublicCertificate = onPublic.get(
  '/projects/{projectId}/files/{fileId}/download/certificate',
  'The certificate as PDF, or as JSON',
  { query: certificateQuery, returns: { kind: 'certificate' } as const, errors: [403, 404] },
);

export const getPublicMetadata = onPublic.get(
  '/projects/{projectId}/files/{fileId}/ipfs',
  'The metadata document with the hash of the content',
  { returns: json(PublicMetadata), errors: [403, 404] },
);
