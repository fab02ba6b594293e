/** What a PDF holds besides pages: a certificate needs none of it, and other viewers act on it. */

export const PDF_ACTIONS = ['script', 'launch', 'attachment', 'form', 'unexamined'] as const;
/**
 * `script`: JavaScript. `launch`: starts a program. `attachment`: files or media. `form`: sends data or reads it in.
 * `unexamined`: parts that could not be read, such as encrypted ones.
 */
export type PdfAction = (typeof PDF_ACTIONS)[number];

const NOUNS: Readonly<Record<PdfAction, string>> = {
  script: 'a script (JavaScript)',
  launch: 'a command that starts a program',
  attachment: 'attached files',
  form: 'a form that sends data',
  unexamined: 'parts that cannot be examined',
};

/** English, for the command line and evidence bundles; null when there is nothing to say. */
export function pdfActionsText(actions: readonly PdfAction[]): string | null {
  const nouns = actions.map((action) => NOUNS[action]);
  const last = nouns.pop();
  if (last === undefined) return null;
  return nouns.length === 0 ? last : `${nouns.join(', ')} and ${last}`;
}
