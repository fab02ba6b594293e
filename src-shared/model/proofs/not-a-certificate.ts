/** What came from the service in place of a certificate or a metadata document. */
export const NOT_A_CERTIFICATE = [
  'empty',
  'html',
  /** No PDF head, or no end mark: another kind of file, or a truncated PDF. */
  'not-a-pdf',
  'cut-pdf',
  'not-json',
  /** An error message sent as a success. */
  'error-message',
  'another-file',
] as const;
export type NotACertificate = (typeof NOT_A_CERTIFICATE)[number];
