/** Gives the person a file to keep, the way the browser does that. Nothing leaves this computer. */

const KEPT_MS = 60_000; // until the browser has surely begun to read it

/** Control characters and what no system wants in a name become a dash. */
export function safeFileName(name: string): string {
  return name.replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu, '-').slice(0, 120);
}

/** Bytes that a message carried as text. */
export function saveBase64(name: string, base64: string, type: string): void {
  saveFile(name, [Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], type);
}

export function saveFile(name: string, parts: readonly BlobPart[], type: string): void {
  const address = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = safeFileName(name);
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
