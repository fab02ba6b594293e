import { expect, test } from 'vitest';
import { planBrowser } from './browser.mjs';

test.for([
  [{ isPresent: true, isDebian: true, isRoot: true }, 'present'],
  [{ isPresent: true, isDebian: false, isRoot: false }, 'present'],
  [{ isPresent: false, isDebian: true, isRoot: true }, 'apt'],
  [{ isPresent: false, isDebian: true, isRoot: false }, 'ask-administrator'],
  [{ isPresent: false, isDebian: false, isRoot: true }, 'playwright'],
  [{ isPresent: false, isDebian: false, isRoot: false }, 'playwright'],
] as const)('[RP11] %j leads to "%s"', ([facts, plan]) => {
  expect(planBrowser(facts)).toBe(plan);
});
