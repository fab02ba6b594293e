import { expect, test } from 'vitest';
import { planBrowser } from './browser.mjs';

test.for([
  [{ isPresent: true, isLight: true, isDebian: true, isRoot: true }, 'present'],
  [{ isPresent: true, isLight: false, isDebian: true, isRoot: true }, 'apt-for-speed'],
  [{ isPresent: true, isLight: false, isDebian: true, isRoot: false }, 'present'],
  [{ isPresent: true, isLight: false, isDebian: false, isRoot: true }, 'present'],
  [{ isPresent: false, isLight: false, isDebian: true, isRoot: true }, 'apt'],
  [{ isPresent: false, isLight: false, isDebian: true, isRoot: false }, 'ask-administrator'],
  [{ isPresent: false, isLight: false, isDebian: false, isRoot: true }, 'playwright'],
  [{ isPresent: false, isLight: false, isDebian: false, isRoot: false }, 'playwright'],
] as const)('%j leads to "%s"', ([facts, plan]) => {
  expect(planBrowser(facts)).toBe(plan);
});
