import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startLabService, type LabService } from './test-support/lab-service.ts';
import { fileAlone, never, portsWith, silent } from './test-support/upload-setup.ts';
import { runUpload } from './upload.ts';
import { verifyContent } from './verify-content.ts';

let lab: LabService;
beforeAll(async () => {
  lab = await startLabService();
});
afterAll(() => lab[Symbol.asyncDispose]());

describe('against the bundled service', () => {
  test('a file is recorded and charged once, and the check by content finds it afterwards', async () => {
    lab.reset({});
    const job = lab.job(randomBytes(1_200_000));
    const ports = portsWith({ token: () => lab.token });
    const url = `${lab.service.url}/projects/files/verify`;
    const question = { ...job, url, form: fileAlone(1_200_000) };
    const ask = () => verifyContent(question, ports, silent, never);
    expect(await ask()).toMatchObject({ ok: true, value: { exists: false } });
    expect(await runUpload(job, ports, silent, never)).toMatchObject({ kind: 'recorded' });
    expect(lab.booked()).toEqual({ records: 1, charges: 1 });
    expect(await ask()).toMatchObject({ ok: true, value: { exists: true } });
  });

  test('a dead token is a refusal that charges nothing', async () => {
    lab.reset({});
    const ports = portsWith({ token: () => 'dead' });
    const outcome = await runUpload(lab.job(Buffer.from('abc')), ports, silent, never);
    expect(outcome).toMatchObject({ fault: { kind: 'not-signed-in' } });
    expect(lab.booked()).toEqual({ records: 0, charges: 0 });
  });
});
