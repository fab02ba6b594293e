/** What the duplicate check uploads, counted at the service, and what people are told about it. */
import { expect, test } from 'vitest';
import { bytesOf, useCliLab } from '../test-support/cli-lab.ts';

const lab = useCliLab();

const KB = 1_000;

/** Requests of the duplicate check since the last call, and the kilobytes of file content in them. */
function checks() {
  const asked = lab.requests().filter(({ endpoint }) => endpoint === 'verifyContent');
  const bytes = asked.reduce((sum, { uploadFields }) => {
    return sum + Number(uploadFields['content-length']);
  }, 0);
  lab.forgetRequests();
  return { requests: asked.length, kilobytes: Math.floor(bytes / KB) };
}

async function otherProject(): Promise<string> {
  const { projects } = await lab.ask<{ projects: { id: string }[] }>('project list');
  const other = projects.find(({ id }) => id !== lab.projectId);
  if (other === undefined) throw new Error('the demo has one project only');
  return other.id;
}

test('a content in the ledger is uploaded for no check: of another folder, project or visibility', async () => {
  const content = bytesOf('ledger', 50 * KB);
  lab.write('first/run.raw', content);
  await lab.watch('first');
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 1 } });
  expect(checks()).toEqual({ requests: 1, kilobytes: 50 });

  lab.write('copies/other name.raw', content);
  lab.write('elsewhere/run.raw', content);
  lab.write('open/run.raw', content);
  await lab.watch('copies');
  await lab.watch('elsewhere', '--project', await otherProject());
  await lab.watch('open', '--visibility', 'public');
  lab.forgetRequests();
  expect(await lab.sync('--yes')).toMatchObject({ counts: { notarized: 1, duplicate: 3 } });
  expect(checks()).toEqual({ requests: 0, kilobytes: 0 });
  await lab.must('folder remove 1');
  lab.write('copies/later.raw', content);
  expect(await lab.sync('--yes')).toMatchObject({ counts: { notarized: 1, duplicate: 3 } });
  expect(checks().requests).toBe(0);
});

test('once the hash of the service is understood, what the project lists under that name is not uploaded', async () => {
  const [shared, fresh] = [bytesOf('shared', 40 * KB), bytesOf('fresh', 30 * KB)];
  lab.write('data/shared.raw', shared);
  await lab.watch('data');
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 1 } });

  await lab.newComputer(); // its ledger is empty
  lab.write('data/fresh.raw', fresh);
  await lab.watch('data');
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 1 } });
  expect(checks()).toEqual({ requests: 1, kilobytes: 30 });

  lab.write('data/deep/shared.raw', shared);
  lab.write('data/deep/unknown/shared.raw', bytesOf('unknown', 20 * KB));
  const { files } = await lab.sync('--yes');
  expect(files.map(({ state }) => state).toSorted()).toEqual([
    'duplicate',
    'notarized',
    'notarized',
  ]);
  expect(checks()).toEqual({ requests: 1, kilobytes: 20 });
  expect(lab.takenIn()).toHaveLength(2);
});
