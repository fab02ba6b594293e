/** A set of whole numbers from 0 on, of which most up to the highest are in it: a bit for each. */
export class NumberSet {
  #bytes: Uint8Array;

  /** `bytes`: of another one. */
  constructor(bytes: Uint8Array = new Uint8Array()) {
    this.#bytes = Uint8Array.from(bytes);
  }

  has(number: number): boolean {
    return ((this.#bytes[number >>> 3] ?? 0) & (1 << (number & 7))) !== 0;
  }

  add(number: number): void {
    const at = number >>> 3;
    if (at >= this.#bytes.length) {
      const larger = new Uint8Array(Math.max(at + 1, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[at] = (this.#bytes[at] ?? 0) | (1 << (number & 7));
  }

  /** To keep them. */
  bytes(): Uint8Array {
    return this.#bytes;
  }
}
