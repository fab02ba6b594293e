/** Reads a multipart form, written apart from the client's own code so that the two cannot share a mistake. */

export interface ReadForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly fileName: string;
  readonly content: Buffer;
}

/** The form, or null as long as its closing delimiter has not come. */
export function readForm(body: Buffer, contentType: string): ReadForm | null {
  const boundary = boundaryOf(contentType);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const fields: Record<string, string> = {};
  let file: { readonly name: string; readonly content: Buffer } | null = null;
  let at = body.indexOf(delimiter.subarray(2)) + delimiter.length - 2;
  while (!body.subarray(at, at + 2).equals(Buffer.from('--'))) {
    const headEnd = body.indexOf('\r\n\r\n', at);
    const end = headEnd < 0 ? -1 : body.indexOf(delimiter, headEnd + 2);
    if (end < 0) return null;
    const head = body.subarray(at, headEnd).toString('utf8');
    const content = body.subarray(headEnd + 4, end);
    const name = /[; ]name="([^"]*)"/.exec(head)?.[1] ?? '';
    const fileName = /filename="([^"]*)"/.exec(head)?.[1];
    if (fileName === undefined) fields[name] = content.toString('utf8');
    else file = { name: asWritten(fileName), content };
    at = end + delimiter.length;
  }
  return file === null ? null : { fields, fileName: file.name, content: file.content };
}

export function boundaryOf(contentType: string): string {
  return /boundary="?([^";]+)"?/.exec(contentType)?.[1] ?? '';
}

function asWritten(name: string): string {
  return name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}
