/**
 * The media type a file part is sent with, from the file's name alone: content is never sniffed, so that the same name
 * gives the same bytes on the wire on every attempt and on every computer. Unknown means octet-stream, never a guess.
 */

const OCTET_STREAM = 'application/octet-stream';

/**
 * Types that laboratories send often and that the IANA registry (or, for text formats, common use) names without
 * ambiguity. Instrument formats such as .raw or .d have no registered type and several meanings, so they are left out.
 */
const BY_EXTENSION: Readonly<Record<string, string>> = {
  bmp: 'image/bmp',
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  fits: 'application/fits',
  gif: 'image/gif',
  gz: 'application/gzip',
  h5: 'application/x-hdf5',
  hdf5: 'application/x-hdf5',
  htm: 'text/html',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  md: 'text/markdown',
  mp4: 'video/mp4',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odt: 'application/vnd.oasis.opendocument.text',
  pdf: 'application/pdf',
  png: 'image/png',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  svg: 'image/svg+xml',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  tsv: 'text/tab-separated-values',
  txt: 'text/plain',
  wav: 'audio/wav',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  zip: 'application/zip',
};

/** Media type of a file called `fileName`; the letter case of the extension does not matter. */
export function mediaTypeOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  if (dot < 1) return OCTET_STREAM; // no extension, or a hidden file whose whole name follows the dot
  const extension = fileName.slice(dot + 1).toLowerCase();
  return Object.hasOwn(BY_EXTENSION, extension)
    ? (BY_EXTENSION[extension] ?? OCTET_STREAM)
    : OCTET_STREAM;
}
