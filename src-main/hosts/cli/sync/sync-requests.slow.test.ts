/** What one complete pass asks of the service. */
import { expect, test } from 'vitest';
import { useCliLab } from '../test-support/cli-lab.ts';

const lab = useCliLab();

const FILES = 30;
/** Files are asked about one by one: whether they are known, and for the three parts of their proof. */
const OF_A_FILE = {
  verifyContent: 1,
  uploadPrivateFile: 1,
  getPrivateCertificate: 2,
  getPrivateMetadata: 1,
};
/** One document more teaches how the service hashes. */
const LESSONS = 1;

test('a file takes five requests, none of them twice; whatever lists can answer is asked of lists', async () => {
  for (let index = 0; index < FILES; index += 1) lab.write(`data/run-${index}.raw`, `run ${index}`);
  await lab.watch('data');
  lab.forgetRequests();
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: FILES } });
  const asked = lab.requests().map(({ endpoint }) => String(endpoint));
  const times = (name: string) => asked.filter((each) => each === name).length;
  const counts = Object.keys(OF_A_FILE).map((name) => [name, times(name)]);
  expect(Object.fromEntries(counts)).toEqual({
    verifyContent: FILES,
    uploadPrivateFile: FILES,
    getPrivateCertificate: 2 * FILES,
    getPrivateMetadata: FILES + LESSONS,
  });
  const others = new Set(asked.filter((name) => !(name in OF_A_FILE)));
  // Once the first proofs teach how the service hashes, both lists of the project are looked into for the files that follow.
  expect(times('listPublicFiles')).toBeLessThan(2);
  others.delete('listPublicFiles');
  const ofThePass = ['downloadTransactions', 'getCreditBalance', 'listPrivateFiles'];
  expect([...others].toSorted()).toEqual(ofThePass);
});
