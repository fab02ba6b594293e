/**
 * Keccak-256 as it was before the standard changed its padding: what Ethereum calls keccak256. Node's library has only
 * the standardised SHA3-256, which gives other digests for the same bytes.
 */
import {
  makeKeccakPermutation,
  MOST_BLOCKS,
  RATE_BYTES,
  STATE_BYTES,
  type KeccakPermutation,
} from './keccak-permutation.ts';

const DIGEST_BYTES = 32;

export interface RunningKeccak256 {
  update(chunk: Uint8Array): void;
  /** To be called once. */
  digest(): Buffer;
}

/** One for each thread: memory of WebAssembly is scarce, and every digest brings its own state. */
let shared: KeccakPermutation | null = null;

export function startKeccak256(): RunningKeccak256 {
  const permutation = (shared ??= makeKeccakPermutation());
  const state = new Uint8Array(STATE_BYTES);
  const rest = Buffer.alloc(RATE_BYTES); // what does not fill a block yet
  let filled = 0;

  /** Mixes in whole blocks. */
  function absorb(bytes: Uint8Array): void {
    permutation.state.set(state);
    for (let taken = 0; taken < bytes.length; taken += MOST_BLOCKS * RATE_BYTES) {
      const part = bytes.subarray(taken, taken + MOST_BLOCKS * RATE_BYTES);
      permutation.input.set(part);
      permutation.absorb(part.length / RATE_BYTES);
    }
    state.set(permutation.state);
  }

  return {
    update(chunk) {
      let taken = 0;
      if (filled > 0) {
        taken = Math.min(chunk.length, RATE_BYTES - filled);
        rest.set(chunk.subarray(0, taken), filled);
        filled += taken;
        if (filled < RATE_BYTES) return;
        absorb(rest);
        filled = 0;
      }
      const wholeBytes = chunk.length - taken - ((chunk.length - taken) % RATE_BYTES);
      if (wholeBytes > 0) absorb(chunk.subarray(taken, taken + wholeBytes));
      rest.set(chunk.subarray(taken + wholeBytes));
      filled = chunk.length - taken - wholeBytes;
    },
    digest() {
      rest.fill(0, filled);
      rest[filled] = 0x01; // SHA3-256 would begin its padding with 0x06: the only difference
      rest.writeUInt8(rest.readUInt8(RATE_BYTES - 1) | 0x80, RATE_BYTES - 1);
      absorb(rest);
      return Buffer.from(state.subarray(0, DIGEST_BYTES));
    },
  };
}
