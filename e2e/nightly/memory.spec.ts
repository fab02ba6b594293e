import { expect, test, type SyncDocument } from '../support/lab.ts';

test('thousands of files are taken all the way with 64 MB of memory for the program', async ({
  lab,
}) => {
  const [files, directories, contents] = [2_000, 20, 5];
  for (let file = 0; file < files; file += 1) {
    await lab.write(`data/${file % directories}/${file}.raw`, `content ${file % contents}`);
  }
  await lab.watch('data', '--check', 'never');

  const env = { NODE_OPTIONS: '--max-old-space-size=64' };
  const synced = await lab.ask<SyncDocument>(['sync', '--yes'], { env });
  const counts = { notarized: contents, duplicate: files - contents };
  expect(synced).toMatchObject({ ok: true, counts });
  expect(await lab.mock.takenIn()).toHaveLength(contents);
});
