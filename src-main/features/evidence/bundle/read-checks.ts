/** Reads the list of checks of an evidence bundle back (`checks-document.ts`). It may be a stranger's. */
import * as z from 'zod/mini';

export const CHECKS_FORMAT = 'labseal-evidence-checks';
export const CHECKS_VERSION = 1;

/** Paths are relative to the payload. */
const ReadBack = z.object({
  format: z.literal(CHECKS_FORMAT),
  version: z.literal(CHECKS_VERSION),
  service: z._default(z.string(), ''),
  files: z.array(
    z.object({
      content: z.object({ path: z.nullable(z.string()) }),
      certificate: z.object({ json: z.nullable(z.string()) }),
    }),
  ),
});

export interface Checks {
  /** The address of the service, as the bundle says it. */
  readonly service: string;
  /** Files of which the certificate is in the bundle, too. */
  readonly parts: readonly { readonly path: string; readonly certificate: string }[];
}

/** Null for a text that is not such a list. */
export function readChecks(text: string): Checks | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const read = ReadBack.safeParse(value);
  if (!read.success) return null;
  const { service, files } = read.data;
  const parts = files.flatMap(({ content: { path }, certificate: { json } }) =>
    path === null || json === null ? [] : [{ path, certificate: json }],
  );
  return { service, parts };
}
