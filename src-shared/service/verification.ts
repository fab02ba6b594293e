/** Verification by content: does an identical file exist anywhere on the platform? */
import * as z from 'zod/mini';
import { endpoint, json } from './endpoint.ts';
import { Text } from './reading.ts';

/** `exists` must be a real boolean: "false" as a text would read as true somewhere, and money hangs on it. */
export const Verification = z.object({ exists: z.boolean(), fileName: Text, project: Text });
export type Verification = z.output<typeof Verification>;

export const verifyContent = endpoint({
  method: 'POST',
  path: '/projects/files/verify',
  tag: 'Verification',
  summary: 'Tell whether a file with identical content exists on the platform',
  sends: { kind: 'multipart', filePart: 'file', fileDescription: 'the content', fields: null },
  returns: json(Verification),
  errors: [400, 413],
});
