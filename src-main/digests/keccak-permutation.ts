/**
 * Keccak-f[1600] over a row of blocks, as a WebAssembly module that is put together here: JavaScript has no fast lanes of
 * 64 bits (13 MB/s in halves of 32), WebAssembly has them and turns them in one instruction. The module reads and writes
 * its own memory and imports nothing.
 */

/** 1,600 bits of state less twice 256 bits of capacity. */
export const RATE_BYTES = 136;
export const STATE_BYTES = 200;
/** Blocks that are handed over at once: 64 kB, as much as a fast cache holds beside the state. */
export const MOST_BLOCKS = 480;

const ROUNDS = 24;
const LANES = 25;
const ROWS = [0, 1, 2, 3, 4] as const;
const LANE_BYTES = 8;

/** Where things lie in the module's memory. */
const CONSTANTS_AT = 256;
const INPUT_AT = 1_024;
const PAGES = 2;

export interface KeccakPermutation {
  /** Of the digest that is being worked on; whoever works on several puts each one's in and takes it out again. */
  readonly state: Uint8Array;
  /** Room for `MOST_BLOCKS` blocks. */
  readonly input: Uint8Array;
  /** Mixes that many blocks of `input`, at least one, into the state. */
  readonly absorb: (blocks: number) => void;
}

/** What is used of it: its types come with those of a browser, which has no place here. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

export function makeKeccakPermutation(): KeccakPermutation {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes()));
  // The module below exports exactly these.
  const { memory, absorb } = instance.exports as {
    readonly memory: { readonly buffer: ArrayBuffer };
    readonly absorb: (blocks: number) => void;
  };
  const state = new Uint8Array(memory.buffer, 0, STATE_BYTES);
  const input = new Uint8Array(memory.buffer, INPUT_AT, MOST_BLOCKS * RATE_BYTES);
  const constants = new BigUint64Array(memory.buffer, CONSTANTS_AT, ROUNDS);
  constants.set(roundConstants());
  return { state, input, absorb };
}

/** Instructions, by their names in the specification of WebAssembly (release 3.0, 5.4). */
const OP = {
  end: 0x0b,
  loop: [0x03, 0x40], // without a result
  repeatIf: [0x0d, 0x00], // back to the beginning of the innermost loop
  get: 0x20,
  set: 0x21,
  load64: 0x29,
  store64: 0x37,
  const32: 0x41,
  const64: 0x42,
  lessThan32: 0x49,
  add32: 0x6a,
  subtract32: 0x6b,
  and64: 0x83,
  xor64: 0x85,
  rotateLeft64: 0x89,
} as const;
const TYPE = { i32: 0x7f, i64: 0x7e, function: 0x60 } as const;

/** The variables of the function, by their numbers; the first is its argument. */
const BLOCKS_LEFT = 0;
const POINTER = 1;
const ROUND = 2; // its offset among the constants
const lane = (index: number) => 3 + (index % LANES);
const moved = (index: number) => 3 + LANES + (index % LANES);
const column = (index: number) => 3 + 2 * LANES + ((index + 5) % 5); // -1 is the last one
const MIX = column(0) + 5;

/** Bytes, in whatever nesting they were put together; laid flat when the module is made. */
type Code = readonly (number | Code)[];

const get = (variable: number): Code => [OP.get, variable];
const set = (variable: number, value: Code): Code => [value, OP.set, variable];
const number32 = (value: number): Code => [OP.const32, signed(value)];
const number64 = (value: number): Code => [OP.const64, signed(value)];
/** `3`: on a border of 8 bytes, where it is fastest. */
const load = (pointer: Code, offset: number): Code => [pointer, OP.load64, 3, unsigned(offset)];
const xor = (one: Code, ...others: readonly Code[]): Code => [
  one,
  others.map((other) => [other, OP.xor64]),
];
const rotated = (value: Code, bits: number): Code => [value, number64(bits), OP.rotateLeft64];
const raised = (variable: number, by: number): Code =>
  set(variable, [get(variable), number32(by), OP.add32]);

const START = number32(0);
const EVERY_LANE = Array.from({ length: LANES }, (_none, index) => index);
const LANES_OF_A_BLOCK = EVERY_LANE.slice(0, RATE_BYTES / LANE_BYTES);

function functionBody(): Code {
  return [
    EVERY_LANE.map((index) => set(lane(index), load(START, index * LANE_BYTES))),
    set(POINTER, number32(INPUT_AT)),
    OP.loop,
    LANES_OF_A_BLOCK.map((index) =>
      set(lane(index), xor(get(lane(index)), load(get(POINTER), index * LANE_BYTES))),
    ),
    set(ROUND, number32(0)),
    OP.loop,
    oneRound(),
    raised(ROUND, LANE_BYTES),
    [get(ROUND), number32(ROUNDS * LANE_BYTES), OP.lessThan32, OP.repeatIf],
    OP.end,
    raised(POINTER, RATE_BYTES),
    set(BLOCKS_LEFT, [get(BLOCKS_LEFT), number32(1), OP.subtract32]),
    [get(BLOCKS_LEFT), OP.repeatIf],
    OP.end,
    EVERY_LANE.map((index) => [
      START,
      get(lane(index)),
      OP.store64,
      3,
      unsigned(index * LANE_BYTES),
    ]),
    OP.end,
  ];
}

function oneRound(): Code {
  const { targets, turns } = laneMoves();
  const columnOf = (x: number) => ROWS.map((y) => lane(x + 5 * y));
  const parities = ROWS.map((x) => {
    const [first = 0, ...others] = columnOf(x);
    return set(column(x), xor(get(first), ...others.map(get)));
  });
  // Theta: every lane takes up the parity of two columns beside it.
  const theta = ROWS.map((x) => [
    set(MIX, xor(get(column(x - 1)), rotated(get(column(x + 1)), 1))),
    columnOf(x).map((each) => set(each, xor(get(each), get(MIX)))),
  ]);
  // Rho and pi: it is turned and moved.
  const rhoAndPi = targets.map((target, index) =>
    set(moved(target), rotated(get(lane(index)), turns[index] ?? 0)),
  );
  // Chi: each lane meets the next two of its row.
  const chi = EVERY_LANE.map((index) => {
    const next = (by: number) => get(moved(index - (index % 5) + ((index + by) % 5)));
    const others = [xor(next(1), number64(-1)), next(2), OP.and64];
    return set(lane(index), xor(get(moved(index)), others));
  });
  const iota = set(lane(0), xor(get(lane(0)), load(get(ROUND), CONSTANTS_AT)));
  return [parities, theta, rhoAndPi, chi, iota];
}

function moduleBytes(): Uint8Array<ArrayBuffer> {
  const variables = [2, 2, TYPE.i32, 2 * LANES + 6, TYPE.i64]; // two kinds: how many, of which
  const code = flat([variables, functionBody()]);
  return Uint8Array.from(
    flat([
      [0x00, ascii('asm'), 1, 0, 0, 0],
      section(1, [1, TYPE.function, 1, TYPE.i32, 0]), // one type: takes a number, gives nothing
      section(3, [1, 0]),
      section(5, [1, 0, PAGES]),
      section(7, [2, name('memory'), 2, 0, name('absorb'), 0, 0]),
      section(10, [1, unsigned(code.length), code]),
    ]),
  );
}

function flat(code: Code): readonly number[] {
  return code.flatMap((each) => (typeof each === 'number' ? each : flat(each)));
}

function section(number: number, content: Code): Code {
  const bytes = flat(content);
  return [number, unsigned(bytes.length), bytes];
}

function name(text: string): Code {
  return [text.length, ascii(text)];
}

function ascii(text: string): Code {
  return [...Buffer.from(text, 'latin1')];
}

/** LEB128: seven bits a byte, low ones first. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value % 0x80) | 0x80, unsigned(Math.floor(value / 0x80))];
}

function signed(value: number): Code {
  return value >= -0x40 && value < 0x40
    ? [value & 0x7f]
    : [(value & 0x7f) | 0x80, signed(value >> 7)];
}

/** Where each lane goes in the combined steps rho and pi, and by how many bits it is turned on the way. */
function laneMoves(): { readonly targets: readonly number[]; readonly turns: readonly number[] } {
  const turns = Array.from({ length: LANES }, () => 0);
  let [x, y] = [1, 0];
  for (let step = 1; step <= ROUNDS; step += 1) {
    turns[x + 5 * y] = ((step * (step + 1)) / 2) % 64;
    [x, y] = [y, (2 * x + 3 * y) % 5];
  }
  const targets = turns.map((_none, index) => {
    const [fromX, fromY] = [index % 5, Math.floor(index / 5)];
    return fromY + 5 * ((2 * fromX + 3 * fromY) % 5);
  });
  return { targets, turns };
}

/** From the linear feedback register of the specification (FIPS 202, 3.2.5). */
function roundConstants(): readonly bigint[] {
  let register = 1;
  return Array.from({ length: ROUNDS }, () => {
    let constant = 0n;
    for (let bit = 0; bit < 7; bit += 1) {
      if ((register & 1) === 1) constant |= 1n << BigInt(2 ** bit - 1);
      register <<= 1;
      if ((register & 0x100) !== 0) register ^= 0x171;
    }
    return constant;
  });
}
