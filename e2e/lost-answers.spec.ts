import { bytesOf, sha256 } from './support/contents.ts';
import { expect, test } from './support/lab.ts';

const SIZE = 1_400_000;

// Private files, and public ones that cannot be resumed; journeys/interrupted-uploads.spec.ts has the others.
for (const { visibility, resumableUploads, credits } of [
  { visibility: 'private', resumableUploads: 'on', credits: 1 },
  { visibility: 'public', resumableUploads: 'off', credits: 2 },
] as const) {
  test(`answers lost after the commit cost nothing twice: ${visibility} files, resuming is ${resumableUploads}`, async ({
    lab,
  }) => {
    await lab.mock.read({ resumableUploads });
    const content = bytesOf(visibility, SIZE);
    await lab.write('data/run.raw', content);
    await lab.watch('data', '--check', 'never', '--visibility', visibility);
    const before = await lab.balance();
    const endpoint = visibility === 'public' ? 'uploadPublicFile' : 'uploadPrivateFile';
    const drop = { kind: 'drop', at: 'after-commit' } as const;
    const fault = await lab.mock.fault({ endpoint, times: 1, do: drop });
    await lab.sync('--yes');
    expect(await lab.mock.hits(fault)).toBe(1);
    expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 1 } });
    expect(await lab.mock.takenIn()).toMatchObject([{ sha256: sha256(content), visibility }]);
    expect(await lab.balance()).toBe(before - credits);
  });
}
