/**
 * fast-check as the tests get it: every property starts from one fixed seed (vitest.config.ts), so that a test answers the
 * same every time; the nightly run tries other values and prints their seed.
 */
import fc from '../node_modules/fast-check/lib/fast-check.js';

const seed = process.env['LABSEAL_PROPERTY_SEED'];
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });

export * from '../node_modules/fast-check/lib/fast-check.js';
export { default } from '../node_modules/fast-check/lib/fast-check.js';
