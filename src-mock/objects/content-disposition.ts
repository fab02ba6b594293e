/** Content-Disposition of a download (RFC 6266): the real name for those who read it, a harmless one for the others. */

/** A header value in printable ASCII, whatever the name holds. */
export function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^ -~]|["\\/%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${extendedValue(fileName)}`;
}

/** RFC 8187. Lone surrogates have no UTF-8 and become U+FFFD; `encodeURIComponent` alone would throw on them. */
function extendedValue(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
