import fc from 'fast-check';

/** Texts of any code points, lone surrogates among them. `fc.string({ unit: 'binary' })` gives the same and takes seconds to begin. */
export function anyText({ minLength = 0, maxLength }: fc.ArrayConstraints = {}) {
  const constraints = { minLength, ...(maxLength === undefined ? {} : { maxLength }) };
  return fc.array(fc.nat(0x10_ff_ff), constraints).map((codes) => String.fromCodePoint(...codes));
}
