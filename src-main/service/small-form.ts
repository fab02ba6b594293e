/**
 * A multipart form of one small file, completely in memory: for pictures, never for what is notarized, which is sent by
 * src-main/pipeline/upload with its commit gate.
 */

export interface SmallFile {
  readonly fileName: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export interface SmallForm {
  readonly contentType: string;
  readonly body: Buffer;
}

/** `part`: name of the part that carries the file. Names come from us, so they need no escaping. */
export function smallForm(part: string, { fileName, mediaType, bytes }: SmallFile): SmallForm {
  const content = Buffer.from(bytes);
  const boundary = boundaryFor(content);
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${part}"; filename="${fileName}"\r\nContent-Type: ${mediaType}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { contentType: `multipart/form-data; boundary=${boundary}`, body };
}

/** One that is proven not to be in the content; it needs no chance for that. */
function boundaryFor(content: Buffer): string {
  let number = 0;
  while (content.includes(`labseal-${number}`)) number += 1;
  return `labseal-${number}`;
}
