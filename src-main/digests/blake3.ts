/** BLAKE3 for the main thread. It is loaded with the first use: a command that sends nothing needs neither its 7 MB nor its time. */
import { createRequire } from 'node:module';
import type { Blake3Hasher } from '@napi-rs/blake-hash';

const load = createRequire(import.meta.url);
let library: { readonly Blake3Hasher: new () => Blake3Hasher } | null = null;

interface Blake3 {
  readonly update: (bytes: Uint8Array) => void;
  readonly digest: (encoding: 'hex') => string;
  /** Forgets what it was given, for the next content. */
  readonly reset: () => void;
}

export function startBlake3(): Blake3 {
  library ??= load('@napi-rs/blake-hash') as NonNullable<typeof library>;
  const hasher = new library.Blake3Hasher();
  return {
    update: ({ buffer, byteOffset, byteLength }) =>
      void hasher.update(Buffer.from(buffer, byteOffset, byteLength)),
    digest: (encoding) => hasher.digest(encoding),
    reset: () => hasher.reset(),
  };
}
