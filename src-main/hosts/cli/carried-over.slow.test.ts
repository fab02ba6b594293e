/**
 * Data folders of earlier versions, carried over by this one as a person sees it: nothing that was proven, paid, limited or
 * decided is lost, and nothing that the service has is paid for again.
 */
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MockService } from '../../../src-mock/mock-service.ts';
import { KEPT_VERSIONS, keptText, savedCertificates } from '../../test-support/kept-data/unpack.ts';
import { hasModes } from '../../test-support/this-system.ts';
import { type KeptComputer, startKeptComputer } from './test-support/kept-computer.ts';
import { type DataSummary, summaryOf } from './test-support/data-summary.ts';

const PATIENCE_MS = 300_000;

/** Paths of the kept ones are as this kind of system writes them. */
describe.runIf(hasModes).each(KEPT_VERSIONS)('the data folder of %s', (version) => {
  let computer: KeptComputer;
  let before: DataSummary;
  let after: DataSummary;
  beforeAll(async () => {
    computer = await startKeptComputer(version);
    const summary = keptText(version, 'summary.json').replaceAll('@ROOT@', computer.root);
    before = JSON.parse(summary) as DataSummary;
    after = await summaryOf(computer);
  }, PATIENCE_MS);
  afterAll(() => computer.close(), PATIENCE_MS);

  test('knows every file, with the proof it had and the certificates that were saved', () => {
    expect(after.files.map(({ path }) => path)).toEqual(before.files.map(({ path }) => path));
    expect(proofs(after)).toEqual(proofs(before));
    const { folder } = computer.accounts.at(-1) ?? { folder: '' };
    const saved = fs.readdirSync(`${folder}/certificates`);
    expect(saved).toEqual(expect.arrayContaining([...savedCertificates(version)]));
  });

  test('keeps folders with their rules and budgets, and what was charged and asked for', () => {
    expect(after.folders.map(withoutAsking)).toEqual(before.folders.map(withoutAsking));
    expect(charged(after)).toEqual(charged(before));
    expect(after.changes).toEqual(before.changes);
  });

  test('spends no more than the person allowed then', () => {
    const { floor, month } = after.limits;
    expect(floor).toBeGreaterThanOrEqual(before.limits.floor ?? 0);
    expect(month).toBeLessThanOrEqual(before.limits.month ?? Infinity);
    // Nowhere is less asked about than then.
    expect(approvingEach(after)).toEqual(expect.arrayContaining([...approvingEach(before)]));
  });

  test(
    'pays for nothing that was paid for, and once for what was not (P9)',
    async () => {
      const { service } = computer;
      const sentBefore = contentsSent(service);
      const { length: paidBefore } = service.ledger().transactions;
      const { code, stderr } = await computer.runThroughWaits(['sync', '--yes']);
      expect({ code, stderr }).toMatchObject({ code: expect.toBeOneOf([0, 1]) });
      const fresh = contentsSent(service).slice(sentBefore.length);
      expect(fresh.filter((content) => sentBefore.includes(content))).toEqual([]);
      expect(new Set(fresh).size).toBe(fresh.length);
      const paid = service.ledger().transactions.slice(paidBefore);
      // Not in vain: what was never sent goes.
      expect(fresh.length).toBeGreaterThan(0);
      expect(paid.filter(({ type }) => /FILE_UPLOAD/.test(type))).toHaveLength(fresh.length);
    },
    PATIENCE_MS,
  );

  test('opens the other accounts of the computer too', async () => {
    for (const { email } of computer.accounts.slice(0, -1)) {
      await computer.signIn(email);
      const { code, stderr } = await computer.run(['status']);
      expect({ code, stderr }).toMatchObject({ code: expect.toBeOneOf([0, 1]) });
    }
  });
});

/** Whether its files are approved one by one may have become stricter. */
function withoutAsking(folder: DataSummary['folders'][number]) {
  return { ...folder, approveEach: null };
}

/**
 * Each charge, and all files that were charged: which of several of one price a charge stands beside is found anew. Kept
 * summaries have the oldest first.
 */
function charged({ charges }: DataSummary) {
  const lines = charges.map(({ file, ...line }) => ({ ...line, isOfFile: file !== null }));
  return {
    lines: lines.map((line) => JSON.stringify(line)).toSorted(),
    files: charges.flatMap(({ file }) => (file === null ? [] : [file])).toSorted(),
  };
}

/** Numbers of folders in which each file is approved. */
function approvingEach({ folders }: DataSummary): readonly string[] {
  return folders.filter(({ approveEach }) => approveEach).map(({ id }) => id);
}

function proofs({ files }: DataSummary) {
  return files
    .filter(({ fileId }) => fileId !== null)
    .map(({ path, fileId }) => ({ path, fileId }));
}

/** SHA-256 of every upload that the service recorded, oldest first. */
function contentsSent(service: MockService): readonly string[] {
  return service
    .ledger()
    .records.filter(({ operation }) => operation === 'FILE_UPLOAD')
    .map(({ content }) => String(content['fileHash']));
}
