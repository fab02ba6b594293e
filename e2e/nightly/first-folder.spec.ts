import { expect, test } from '../support/face-test.ts';
import { takeFirstFolder } from '../support/first-folder.ts';

const MOST_SECONDS = 30;
const ORDINARY_CHAIN_MS = 2_000;

test('the first certificate of a folder of 20 files is on screen within 30 seconds', async ({
  lab,
  openFace,
}, { annotations }) => {
  await lab.mock.read({ chainDelayMs: ORDINARY_CHAIN_MS });
  const { seconds } = await takeFirstFolder(lab, openFace);
  annotations.push({ type: 'measured', description: `${seconds.toFixed(1)} s` });
  expect(seconds).toBeLessThan(MOST_SECONDS);
});
