/** BLAKE3 for the main thread. It is loaded with the first use: a command that sends nothing needs neither its 7 MB nor its time. */
import { createRequire } from 'node:module';
import type { Blake3Hasher } from '@napi-rs/blake-hash';

const load = createRequire(import.meta.url);
let library: { readonly Blake3Hasher: new () => Blake3Hasher } | null = null;

export function startBlake3() {
  library ??= load('@napi-rs/blake-hash') as NonNullable<typeof library>;
  const hasher = new library.Blake3Hasher();
  return {
    update: ({ buffer, byteOffset, byteLength }: Uint8Array) =>
      void hasher.update(Buffer.from(buffer, byteOffset, byteLength)),
    digest: (encoding: 'hex') => hasher.digest(encoding),
    /** Forgets what it was given, for the next content. */
    reset: () => hasher.reset(),
  };
}
