import { expect, test } from '../support/face-test.ts';
import { takeFirstFile } from '../support/first-file.ts';

const MOST_SECONDS = 110;
const ORDINARY_CHAIN_MS = 2_000;

test('the first file of somebody new has its certificate at most 110 seconds after the first paint', async ({
  newLab,
  openFace,
}, { annotations }) => {
  await newLab.mock.read({ chainDelayMs: ORDINARY_CHAIN_MS });
  const { seconds } = await takeFirstFile(newLab, openFace);
  annotations.push({ type: 'measured', description: `${seconds.toFixed(1)} s` });
  expect(seconds).toBeLessThan(MOST_SECONDS);
});
