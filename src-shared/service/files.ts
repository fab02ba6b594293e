/** What public and private files share: the record, the upload form, deletion. */
import * as z from 'zod/mini';
import { Identifier, IntegerOrNull, Text, TextOrNull } from './reading.ts';

export const FILE_STATUSES = [
  'Available',
  'Pending',
  'PendingDeletion',
  'NotarizationError',
  'Deleted',
] as const;
export type FileStatus = (typeof FILE_STATUSES)[number];

/** `status` stays a text: a word we do not know is shown as it is and never taken for success. */
export const File = z.object({
  id: Identifier,
  name: Text,
  ownerId: Text,
  ownerName: Text,
  ownerLastName: Text,
  label: Text,
  type: Text,
  fileFormat: Text,
  linkToProcedure: TextOrNull,
  procedureDescription: TextOrNull,
  primaryData: TextOrNull,
  downloadStatistic: IntegerOrNull,
  uploaded: Text,
  status: Text,
});
export type File = z.output<typeof File>;

export const FILE_TYPES = ['primary', 'secondary'] as const;
export type FileType = (typeof FILE_TYPES)[number];

const filled = z.string().check(z.minLength(1));
const formBase = { label: filled, uploaded: z.iso.datetime() };

/** Text parts of the upload form. A primary file cites nothing; a secondary file cites at least one primary. */
export const UploadFields = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('primary'), ...formBase }),
  z.strictObject({
    type: z.literal('secondary'),
    ...formBase,
    procedureDescription: filled,
    linkToProcedure: filled,
    primaryData: filled,
  }),
]);
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
export const certificateQuery = { raw: 'true for JSON instead of PDF' } as const;
