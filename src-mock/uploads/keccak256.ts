/**
 * Keccak-256 with the padding from before the standard, as Ethereum has it: Node knows SHA3-256 only. Written for being
 * read beside the specification, in whole lanes; it takes about a second for a megabyte.
 */

const RATE_BYTES = 136;
const LANES = 25;
const ROUNDS = 24;
const LANE_BITS = 64n;

export interface Keccak256 {
  update(chunk: Buffer): void;
  /** To be called once. */
  digest(): Buffer;
}

export function startKeccak256(): Keccak256 {
  let lanes: bigint[] = Array.from({ length: LANES }, () => 0n);
  let rest = Buffer.alloc(0);

  function absorb(block: Buffer): void {
    for (let lane = 0; lane < RATE_BYTES / 8; lane += 1) {
      lanes[lane] = (lanes[lane] ?? 0n) ^ block.readBigUInt64LE(lane * 8);
    }
    for (const constant of ROUND_CONSTANTS) lanes = round(lanes, constant);
  }

  return {
    update(chunk) {
      rest = Buffer.concat([rest, chunk]);
      let taken = 0;
      for (; rest.length - taken >= RATE_BYTES; taken += RATE_BYTES) {
        absorb(rest.subarray(taken, taken + RATE_BYTES));
      }
      rest = Buffer.from(rest.subarray(taken));
    },
    digest() {
      const last = Buffer.alloc(RATE_BYTES);
      rest.copy(last);
      last.writeUInt8(0x01, rest.length);
      last.writeUInt8(last.readUInt8(RATE_BYTES - 1) | 0x80, RATE_BYTES - 1);
      absorb(last);
      const digest = Buffer.alloc(32);
      for (let lane = 0; lane < 4; lane += 1) digest.writeBigUInt64LE(lanes[lane] ?? 0n, lane * 8);
      return digest;
    },
  };
}

/** The five steps of the specification, theta, rho, pi, chi and iota, on lanes numbered x + 5y. */
function round(lanes: readonly bigint[], constant: bigint): bigint[] {
  const parity = FIVE.map((x) => FIVE.reduce((sum, y) => sum ^ at(lanes, x, y), 0n));
  const moved: bigint[] = [];
  for (const x of FIVE) {
    const mixed = at(parity, x + 4, 0) ^ turned(at(parity, x + 1, 0), 1n);
    for (const y of FIVE) {
      moved[y + 5 * ((2 * x + 3 * y) % 5)] = turned(at(lanes, x, y) ^ mixed, turnOf(x, y));
    }
  }
  const rows = moved.map((lane, index) => {
    const [x, y] = [index % 5, Math.floor(index / 5)];
    return lane ^ (BigInt.asUintN(64, ~at(moved, x + 1, y)) & at(moved, x + 2, y));
  });
  rows[0] = (rows[0] ?? 0n) ^ constant;
  return rows;
}

const FIVE = [0, 1, 2, 3, 4] as const;

function at(lanes: readonly bigint[], x: number, y: number): bigint {
  return lanes[(x % 5) + 5 * (y % 5)] ?? 0n;
}

function turned(lane: bigint, by: bigint): bigint {
  return BigInt.asUintN(64, (lane << by) | (lane >> (LANE_BITS - by)));
}

/** How far a lane is turned: the triangular numbers along the path that visits every lane but the first. */
const TURNS: ReadonlyMap<number, bigint> = new Map(
  Array.from({ length: ROUNDS }).reduce<{ x: number; y: number; found: [number, bigint][] }>(
    ({ x, y, found }, _none, step) => ({
      x: y,
      y: (2 * x + 3 * y) % 5,
      found: [...found, [x + 5 * y, BigInt((((step + 1) * (step + 2)) / 2) % 64)]],
    }),
    { x: 1, y: 0, found: [] },
  ).found,
);

function turnOf(x: number, y: number): bigint {
  return TURNS.get(x + 5 * y) ?? 0n;
}

/** Made by a shift register of eight bits: bit 2^j - 1 of a round's constant is its output at step j of the round. */
const ROUND_CONSTANTS: readonly bigint[] = (() => {
  let register = 1;
  return Array.from({ length: ROUNDS }, () => {
    let constant = 0n;
    for (let step = 0; step <= 6; step += 1) {
      if (register % 2 === 1) constant |= 1n << BigInt(2 ** step - 1);
      register = register < 128 ? register * 2 : (register * 2) ^ 0x171;
    }
    return constant;
  });
})();
