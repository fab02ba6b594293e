import { describe, expect, test } from 'vitest';
import { localFileId } from '../../../src-shared/model/changes/local-id.ts';
import { addRecord, assignment } from '../../test-support/temporary-state.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import { resolveCited } from './citation-stage.ts';
import { recheckHolds } from './recheck-holds.ts';
import { applyServiceStatus } from './keep-record.ts';
import { pipeline, type Pipeline } from '../common/test-support/pipeline.ts';

const SECONDARY = { fileType: 'secondary', procedureDescription: 'Peaks were picked.' } as const;
const citing = (primaryData: string, linkToProcedure = 'sop') =>
  assignment({ ...SECONDARY, linkToProcedure, primaryData });

/** A primary file whose upload was received, and the record it shows. */
function sent(p: Pipeline, name: string, status: string, ready = p.put(name, name, 'ready')) {
  const facts = { fileId: `id-of-${name}`, name, status: 'Pending' };
  const record = addRecord(p.state, ready.contentId ?? 0, facts);
  const uploading = p.state.files.move(ready, 'uploading');
  const file = p.state.files.move(uploading, 'recording', { recordId: record.id });
  if (status !== 'Pending') applyServiceStatus(p, record.id, { status });
  return { file, record };
}

/** A secondary file that is decided about with these citations. */
function decided(p: Pipeline, primaryData: string, linkToProcedure?: string): FileRow {
  const assignmentId = p.state.assignments.add(citing(primaryData, linkToProcedure));
  return p.transitions.decide(p.put('peaks.csv', 'peaks', 'ready', { assignmentId }));
}

const stateOf = ({ state, hold }: FileRow) => (hold === null ? state : `${state} ${hold}`);

const cite = ({ file }: { readonly file: FileRow }) => localFileId(file.id);

describe('a file that cites files of this computer', () => {
  test('goes when these are recorded, with the ids that the service gave them', () => {
    const p = pipeline();
    const [one, sop] = [sent(p, 'one.raw', 'Available'), sent(p, 'sop.pdf', 'Available')];
    const file = decided(p, `known,${cite(one)}`, cite(sop));
    expect(file.state).toBe('ready');
    expect(p.transitions.assignmentOf(file)).toMatchObject({
      primaryData: 'known,id-of-one.raw',
      linkToProcedure: 'id-of-sop.pdf',
      procedureDescription: 'Peaks were picked.',
    });
  });

  test('waits while one of several is in line, on its way or in work, and goes on by itself', () => {
    const p = pipeline();
    const one = sent(p, 'one.raw', 'Available');
    const raw = p.put('two.raw', 'two.raw', 'ready');
    const file = decided(p, `${cite(one)},${cite({ file: raw })}`);
    expect(stateOf(file)).toBe('held primary_pending');
    const { record } = sent(p, 'two.raw', 'Frozen', raw);
    expect(stateOf(p.row(file))).toBe('held primary_pending');
    applyServiceStatus(p, record.id, { status: 'Available' });
    expect(p.row(file).state).toBe('ready');
    expect(p.transitions.assignmentOf(p.row(file)).primaryData).toBe('id-of-one.raw,id-of-two.raw');
  });

  test('waits while the cited file was not written to the chain: a person can have it uploaded again', () => {
    const p = pipeline();
    const file = decided(p, cite(sent(p, 'one.raw', 'NotarizationError')));
    expect(stateOf(file)).toBe('held primary_pending');
  });

  test('asks for another one when the cited file is deleted, gone or left out', () => {
    const p = pipeline();
    const gone = sent(p, 'gone.raw', 'Pending');
    const file = decided(p, cite(gone));
    applyServiceStatus(p, gone.record.id, { status: 'Deleted' });
    expect(stateOf(p.row(file))).toBe('held procedure');
    const { id: ignored } = p.state.files.move(p.put('out', 'out', 'ready'), 'ignored');
    for (const row of [ignored, 9_999]) {
      expect(resolveCited(citing(localFileId(row)), p.state).standing).toBe('never');
    }
  });

  test('cites the record of a file with the same content', () => {
    const p = pipeline();
    const { record } = sent(p, 'one.raw', 'Available');
    const copy = p.put('copy.raw', 'copy', 'duplicate', { recordId: record.id });
    const elsewhere = p.put('twin.raw', 'twin', 'duplicate');
    expect(resolveCited(citing(localFileId(copy.id)), p.state)).toMatchObject({
      standing: 'there',
      resolved: { primaryData: 'id-of-one.raw' },
    });
    expect(resolveCited(citing(localFileId(elsewhere.id)), p.state).standing).toBe('never');
  });

  test('is looked at again with every run', () => {
    const p = pipeline();
    const one = sent(p, 'one.raw', 'Pending');
    const file = decided(p, cite(one));
    p.state.records.setStatus(one.record.id, 'Available', { settledAtMs: 1, provenAtMs: 1 });
    recheckHolds(p.state, p.transitions, {});
    expect(p.row(file).state).toBe('ready');
  });
});

test('a file that cites only what the service named is none of this', () => {
  const p = pipeline();
  expect(resolveCited(citing('a,b'), p.state)).toEqual({ standing: 'there', resolved: null });
});
