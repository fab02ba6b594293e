/**
 * Sends a file to the host and tells how much of it is on its way, which `fetch` cannot. Used for nothing else.
 */

export interface UploadAnswer {
  readonly status: number;
  readonly text: string;
}

/** Rejects with a TypeError when the line breaks, as `fetch` does, and with `signal.reason` on abort. */
export type Upload = (
  path: string,
  headers: Readonly<Record<string, string>>,
  file: File,
  onSent: (sentBytes: number) => void,
  signal: AbortSignal,
) => Promise<UploadAnswer>;

export const upload: Upload = (path, headers, file, onSent, signal) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const end = () => request.abort();
    signal.addEventListener('abort', end, { once: true });
    request.addEventListener('loadend', () => signal.removeEventListener('abort', end));
    request.addEventListener('load', () =>
      resolve({ status: request.status, text: request.responseText }),
    );
    request.addEventListener('error', () => reject(new TypeError('the line broke')));
    request.addEventListener('abort', () => reject(signal.reason));
    request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded));
    request.open('POST', path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(file);
  });
