/** Identifiers and randomness, so that a seeded run can be repeated. */
export interface Ids {
  uuid(): string;
  /** `bytes` random bytes, written in lower-case hexadecimal. */
  hex(bytes: number): string;
}
