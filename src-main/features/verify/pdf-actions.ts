/**
 * Finds what a PDF could do besides showing pages. It looks for the names that ISO 32000 gives to such objects, in the
 * bytes as they are and in every compressed part, so that no reading of its structure can be led astray. A name in an
 * ordinary text counts too: a warning too many is better than one too few.
 */
import { inflateSync } from 'node:zlib';
import { PDF_ACTIONS, type PdfAction } from '../../../src-shared/model/proofs/pdf-actions.ts';

/** Everything that is inflated for one PDF; beyond it the rest counts as unexamined. */
const MAX_INFLATED_BYTES = 32 * 1024 * 1024;

// What ends a name, by 7.2.2 of ISO 32000-2.
const END = String.raw`(?![^\0\t\n\f\r ()<>[\]{}/%])`;
const NAMES: Readonly<Record<PdfAction, RegExp>> = {
  script: new RegExp(`/(?:JavaScript|Rendition)${END}`),
  launch: new RegExp(`/(?:Launch|GoToE)${END}`),
  attachment: new RegExp(`/(?:EmbeddedFiles?|RichMedia|FileAttachment)${END}`),
  form: new RegExp(`/(?:SubmitForm|ImportData|XFA)${END}`),
  unexamined: new RegExp(`/Encrypt${END}`),
};
const OBJECT_STREAM = new RegExp(`/ObjStm${END}`);
const OTHER_FILTER = new RegExp(
  `/(?:ASCIIHexDecode|AHx|ASCII85Decode|A85|LZWDecode|LZW|RunLengthDecode|RL|Crypt|Predictor)${END}`,
);
const FILTER = new RegExp(`/F(?:ilter)?${END}`);
/**
 * A dictionary that can be read in one way only, directly before its stream: at the start of a line, so that it is in no
 * comment, and without texts, comments, other dictionaries and names in another spelling.
 */
const SIMPLE_DICTIONARY = /[\r\n]\s*\d+ \d+ obj\s*<<([^<>()%#]*)>>\s*$/;

export function pdfActions(bytes: Uint8Array): readonly PdfAction[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = new Set<PdfAction>();
  const raw = buffer.toString('latin1');
  collect(raw, found);
  let leftBytes = MAX_INFLATED_BYTES;
  for (const { before, dictionary, data } of streams(raw, buffer)) {
    const isObjects = OBJECT_STREAM.test(dictionary);
    const inflated = inflate(data, leftBytes);
    if (inflated === 'too-large') {
      found.add('unexamined');
      break;
    }
    if (inflated !== null) {
      leftBytes -= inflated.byteLength;
      collect(inflated.toString('latin1'), found);
    }
    // Objects written in another way could hide their names from this search. Plain ones were searched with the rest.
    const isHidden = inflated === null ? !isPlain(before) : OTHER_FILTER.test(dictionary);
    if (isObjects && isHidden) found.add('unexamined');
  }
  return PDF_ACTIONS.filter((action) => found.has(action));
}

function isPlain(before: string): boolean {
  const [, entries] = SIMPLE_DICTIONARY.exec(before) ?? [];
  return entries !== undefined && !FILTER.test(entries);
}

function collect(text: string, found: Set<PdfAction>): void {
  const spelled = plainNames(text);
  for (const action of PDF_ACTIONS) if (NAMES[action].test(spelled)) found.add(action);
}

/** Any character of a name may be written as `#` and two digits. */
function plainNames(text: string): string {
  if (!text.includes('#')) return text;
  return text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_whole, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** What follows each word `stream`, with what stands before it: as it is, and back to the one before in plain names. */
function* streams(
  raw: string,
  buffer: Buffer,
): Generator<{ readonly before: string; readonly dictionary: string; readonly data: Buffer }> {
  let objectAt = 0;
  for (const { index, 0: word } of raw.matchAll(/(?<!end)stream\r?\n/g)) {
    const before = raw.slice(Math.max(0, index - 4_096), index);
    const dictionary = plainNames(raw.slice(Math.max(objectAt, index - 4_096), index));
    const from = index + word.length;
    const end = raw.indexOf('endstream', from);
    objectAt = index;
    yield { before, dictionary, data: buffer.subarray(from, end < 0 ? undefined : end) };
  }
}

/** Null when it is no deflated data, as pictures and fonts of other kinds are none. */
function inflate(data: Buffer, maxBytes: number): Buffer | 'too-large' | null {
  try {
    return inflateSync(data, { maxOutputLength: Math.max(maxBytes, 1) });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : null;
  }
}
