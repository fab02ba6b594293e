import fs from 'node:fs/promises';
import { expect, test, type Lab } from './support/lab.ts';

interface There {
  readonly fileId: string;
  readonly name: string;
  readonly visibility: string;
  readonly status: string;
}

async function onPlatform(lab: Lab, projectId: string): Promise<readonly There[]> {
  const list = ['file', 'list', '--on-platform', '--project', projectId];
  return (await lab.ask<{ files: There[] }>(list)).files;
}

test('a file that only the service has is downloaded, held against its record, and deleted there', async ({
  lab,
}) => {
  const projectId = await lab.projectId();
  const there = (await onPlatform(lab, projectId)).find(({ status }) => status === 'Available');
  const { fileId = '', name = '' } = there ?? {};
  await fs.mkdir(lab.at('here'));
  const place = ['--project', projectId, '--to', lab.at('here')];
  const download = (...more: string[]) => lab.run(['file', 'download', fileId, ...place, ...more]);

  const first = await download();
  expect(first.code, first.stderr).toBe(0);
  expect(first.stdout).toContain(`Saved ${lab.at(`here/${name}`)}`);
  expect(first.stdout).toMatch(/It matches its record/);
  expect(first.stderr).toContain('The service counts a download each time');
  expect((await fs.stat(lab.at(`here/${name}`))).mode & 0o777).toBe(0o600);

  const taken = await download();
  expect(taken).toMatchObject({ code: 1, stdout: '' });
  expect(taken.stderr).toContain('exists already and was left as it is. Nothing was downloaded.');
  await lab.mock.fault({ endpoint: 'object-store', do: { kind: 'drop' }, times: 1 });
  const again = await lab.ask(['file', 'download', fileId, ...place, '--keep-both']);
  expect(again).toMatchObject({ code: 0, verdict: 'match', startedAgain: null });
  expect(await fs.readdir(lab.at('here'))).toHaveLength(2);

  const nowhere = await lab.run(['file', 'download', fileId, '--to', lab.at('nowhere')]);
  expect(nowhere).toMatchObject({ code: 2, stdout: '' });
  expect(nowhere.stderr).toContain('name the project too, with --project ID');
  const deletion = ['file', 'delete', fileId, '--project', projectId, '--reason', 'x', '--yes'];
  const deleted = await lab.run(deletion);
  expect(deleted.code, deleted.stderr).toBe(0);
  const after = (await onPlatform(lab, projectId)).find((file) => file.fileId === fileId);
  expect(after?.status).toMatch(/^(PendingDeletion|Deleted)$/);
});
