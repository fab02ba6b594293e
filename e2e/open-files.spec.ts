import { expect, test } from './support/lab.ts';

test('a system that lets no more files be opened is said, and with room again everything goes on', async ({
  lab,
}) => {
  const files = 12;
  for (let file = 0; file < files; file += 1) await lab.write(`data/${file % 4}/${file}.raw`);
  await lab.watch('data');

  // Enough to start, too few for the threads.
  const starved = await lab.run(['sync', '--yes'], { mostOpenFiles: 44 });
  expect(starved.code, starved.stderr).toBe(1);
  expect(starved.stderr).toMatch(/open no more files\..+"ulimit -n".+nothing is lost\.\n$/);
  expect(starved.stderr).not.toMatch(/EMFILE|EWORKER|made a mistake|permissions|disk/);
  expect(await lab.mock.takenIn()).toEqual([]);

  expect(await lab.sync('--yes')).toMatchObject({ ok: true, counts: { notarized: files } });
  expect(await lab.mock.takenIn()).toHaveLength(files);
});
