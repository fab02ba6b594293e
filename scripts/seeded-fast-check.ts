/**
 * fast-check as the tests get it: every property starts from the commit's own seed, so that a checkout that was proven
 * stays proven, another commit tries other values, and a failure comes back on any computer.
 */
import fc from '../node_modules/fast-check/lib/fast-check.js';

const seed = process.env['LABSEAL_PROPERTY_SEED'];
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });

export * from '../node_modules/fast-check/lib/fast-check.js';
export { default } from '../node_modules/fast-check/lib/fast-check.js';
