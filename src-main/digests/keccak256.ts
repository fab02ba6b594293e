/**
 * Keccak-256 as it was before the standard changed its padding: what Ethereum calls keccak256. Node's library has only
 * the standardised SHA3-256, which gives other digests for the same bytes. A lane of 64 bits is kept as two halves of
 * 32, low one first: whole lanes as BigInt are more than ten times slower.
 */

const RATE_BYTES = 136; // 1,600 bits of state less twice 256 bits of capacity
const ROUNDS = 24;
const LANES = 25;
const DIGEST_BYTES = 32;

/** Where each lane goes in the combined steps rho and pi, and by how many bits it is turned on the way. */
const { targets: TARGETS, turns: TURNS } = laneMoves();
/** The round constants as halves, from the linear feedback register of the specification (FIPS 202, 3.2.5). */
const ROUND_CONSTANTS = roundConstants();

export interface RunningKeccak256 {
  update(chunk: Uint8Array): void;
  /** To be called once. */
  digest(): Buffer;
}

export function startKeccak256(): RunningKeccak256 {
  const halves = new Int32Array(2 * LANES);
  const block = Buffer.alloc(RATE_BYTES);
  const permute = makePermutation(halves);
  let filled = 0;

  function absorb(): void {
    for (let half = 0; half < RATE_BYTES / 4; half += 1) {
      halves[half] = at(halves, half) ^ block.readInt32LE(half * 4);
    }
    permute();
    filled = 0;
  }

  return {
    update(chunk) {
      let taken = 0;
      while (taken < chunk.length) {
        const part = chunk.subarray(taken, taken + RATE_BYTES - filled);
        block.set(part, filled);
        filled += part.length;
        taken += part.length;
        if (filled === RATE_BYTES) absorb();
      }
    },
    digest() {
      block.fill(0, filled);
      block[filled] = 0x01; // SHA3-256 would begin its padding with 0x06: the only difference
      block.writeUInt8(block.readUInt8(RATE_BYTES - 1) | 0x80, RATE_BYTES - 1);
      absorb();
      const digest = Buffer.alloc(DIGEST_BYTES);
      for (let half = 0; half < DIGEST_BYTES / 4; half += 1) {
        digest.writeInt32LE(at(halves, half), half * 4);
      }
      return digest;
    },
  };
}

/** Keccak-f[1600] on `halves`, with room of its own so that nothing is allocated per block. */
function makePermutation(halves: Int32Array): () => void {
  const columns = new Int32Array(10);
  const moved = new Int32Array(2 * LANES);

  /** Theta: every lane takes up the parity of two columns beside it; rho and pi: it is turned and moved. */
  function mixAndMove(): void {
    for (let x = 0; x < 10; x += 1) {
      columns[x] =
        at(halves, x) ^
        at(halves, x + 10) ^
        at(halves, x + 20) ^
        at(halves, x + 30) ^
        at(halves, x + 40);
    }
    for (let lane = 0; lane < LANES; lane += 1) {
      const left = 2 * ((lane + 4) % 5);
      const right = 2 * ((lane + 1) % 5);
      const [rightLow, rightHigh] = [at(columns, right), at(columns, right + 1)];
      const low = at(columns, left) ^ ((rightLow << 1) | (rightHigh >>> 31)) ^ at(halves, 2 * lane);
      const high =
        at(columns, left + 1) ^ ((rightHigh << 1) | (rightLow >>> 31)) ^ at(halves, 2 * lane + 1);
      place(low, high, 2 * at(TARGETS, lane), at(TURNS, lane));
    }
  }

  function place(low: number, high: number, to: number, bits: number): void {
    const isCrossed = bits >= 32;
    const [first, second] = isCrossed ? [high, low] : [low, high];
    const by = bits % 32;
    moved[to] = by === 0 ? first : (first << by) | (second >>> (32 - by));
    moved[to + 1] = by === 0 ? second : (second << by) | (first >>> (32 - by));
  }

  /** Chi: each lane meets the next two of its row. */
  function mixRows(): void {
    for (let half = 0; half < 2 * LANES; half += 1) {
      const row = half - (half % 10);
      const one = row + ((half + 2) % 10);
      const two = row + ((half + 4) % 10);
      halves[half] = at(moved, half) ^ (~at(moved, one) & at(moved, two));
    }
  }

  return () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      mixAndMove();
      mixRows();
      halves[0] = at(halves, 0) ^ at(ROUND_CONSTANTS, 2 * round);
      halves[1] = at(halves, 1) ^ at(ROUND_CONSTANTS, 2 * round + 1);
    }
  };
}

function at(numbers: Int32Array, index: number): number {
  return numbers[index] ?? 0;
}

function laneMoves(): { readonly targets: Int32Array; readonly turns: Int32Array } {
  const turns = new Int32Array(LANES);
  let [x, y] = [1, 0];
  for (let step = 1; step <= ROUNDS; step += 1) {
    turns[x + 5 * y] = ((step * (step + 1)) / 2) % 64;
    [x, y] = [y, (2 * x + 3 * y) % 5];
  }
  const targets = Int32Array.from({ length: LANES }, (_none, lane) => {
    const [fromX, fromY] = [lane % 5, Math.floor(lane / 5)];
    return fromY + 5 * ((2 * fromX + 3 * fromY) % 5);
  });
  return { targets, turns };
}

function roundConstants(): Int32Array {
  const constants = new Int32Array(2 * ROUNDS);
  let register = 1;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let bit = 0; bit < 7; bit += 1) {
      const position = 2 ** bit - 1;
      const half = 2 * round + (position < 32 ? 0 : 1);
      if ((register & 1) === 1) constants[half] = at(constants, half) | (1 << (position % 32));
      register <<= 1;
      if ((register & 0x100) !== 0) register ^= 0x171;
    }
  }
  return constants;
}
