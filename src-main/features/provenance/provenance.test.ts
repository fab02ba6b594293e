import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CitationRule } from '../../../src-shared/model/lineage/complete-provenance.ts';
import { localFileId } from '../../../src-shared/model/changes/local-id.ts';
import { derived, recorded } from '../../../src-shared/model/lineage/test-support/lineage.ts';
import { makeCitationStage } from '../../pipeline/decide/citation-stage.ts';
import { addContent, addRecord, assignment } from '../../test-support/temporary-state.ts';
import { valueOf } from '../../test-support/value-of.ts';
import { makeCitable, makeProvenance } from './provenance.ts';
import { projectCopies } from '../mirror/test-support/project-copies.ts';

const never = new AbortController().signal;
const PROJECT = 'project-1';
const NAMES = { pattern: 'peaks_{run}.csv', primaries: ['{run}.raw'] };
const SOP = { procedures: ['sop'] };
const GIVEN = { ...SOP, primaries: ['id-07'], description: ' Peaks were picked. ', labels: '' };
const RULE: CitationRule = { ...SOP, ...NAMES, description: 'Peaks.', labels: 'peaks' };

const noRule = () => expect.fail('there is no rule');

function setUp() {
  const p = projectCopies();
  const citable = makeCitable(p);
  const provenance = makeProvenance({ ...p, citable, certificateFolder: '/none' });
  p.keep([recorded('id-07', { name: '07.raw' }), recorded('sop', { name: 'sop.pdf' })]);
  const { state } = p;
  /** A secondary file without further metadata. */
  const held = (name: string, labels = 'raw') => {
    const assignmentId = state.assignments.add(assignment({ fileType: 'secondary', labels }));
    return p.transitions.decide(p.put(name, name, 'ready', { assignmentId }));
  };
  const stateOf = ({ id }: { readonly id: number }) => {
    const row = p.row({ id });
    return row.hold === null ? row.state : `${row.state} ${row.hold}`;
  };
  const cited = (row: { readonly id: number }) => p.transitions.assignmentOf(p.row(row));
  const completed = (ids: readonly number[], given = GIVEN) =>
    valueOf(provenance.complete(ids.map((fileId) => ({ fileId, given }))));
  const lacking = async (over: { folderId?: number; names?: typeof NAMES | null } = {}) => {
    const { folderId, names = null } = over;
    const requested = { projectId: PROJECT, folderId, names };
    const { files } = valueOf(await provenance.lacking(requested, never));
    return files.map(({ file, completion }) => [basename(file.path), completion?.verdict ?? null]);
  };
  return { p, state, citable, provenance, held, stateOf, cited, completed, lacking };
}

describe('files that lack their provenance', () => {
  test('are those that are held for it, whatever else they lack, with what a rule would give them', async () => {
    const { p, held, lacking } = setUp();
    held('peaks_07.csv');
    held('notes.txt');
    held('peaks_08.csv', '');
    p.put('07.raw', 'raw', 'ready');
    expect(await lacking()).toEqual([
      ['peaks_07.csv', null],
      ['notes.txt', null],
      ['peaks_08.csv', null],
    ]);
    expect(await lacking({ names: NAMES })).toEqual([
      ['peaks_07.csv', 'several'], // one on the service, one here: the same name does not mean the same file
      ['notes.txt', 'no-match'],
      ['peaks_08.csv', 'none'],
    ]);
    expect(await lacking({ folderId: p.folderId })).toHaveLength(3);
    expect(await lacking({ folderId: 99 })).toEqual([]);
    expect(await lacking({ names: { pattern: '{', primaries: [] } })).toHaveLength(3);
  });

  test('are given it in one go; each is decided about, with its price, and nothing is agreed to', () => {
    const { held, stateOf, cited, completed, p } = setUp();
    const files = [held('peaks_07.csv'), held('peaks_08.csv', 'old')];
    const fileIds = files.map(({ id }) => String(id));
    const done = { fileIds, skippedIds: [], credits: 2 };
    expect(completed(files.map(({ id }) => id))).toMatchObject(done);
    expect(files.map(stateOf)).toEqual(['ready', 'ready']);
    expect(cited(files[1] ?? { id: 0 })).toMatchObject({
      fileType: 'secondary',
      primaryData: 'id-07',
      linkToProcedure: 'sop',
      procedureDescription: 'Peaks were picked.',
      labels: 'old',
    });
    expect(p.state.uploads.withOutcome('open')).toEqual([]);
  });

  test('labels are given with it; labels that the service would not take give nobody anything', () => {
    const { held, stateOf, cited, completed, provenance } = setUp();
    const file = held('peaks_07.csv', '');
    const bad = provenance.complete([{ fileId: file.id, given: { ...GIVEN, labels: 'a\nb' } }]);
    expect(bad).toMatchObject({ ok: false, fault: { kind: 'bad-label' } });
    expect(stateOf(file)).toBe('held labels');
    completed([file.id], { ...GIVEN, labels: 'peaks, ms2,peaks' });
    expect(cited(file).labels).toBe('peaks,ms2');
    expect(stateOf(file)).toBe('ready');
  });

  test('a file that is on its way, gone, or would cite itself is left alone and named', () => {
    const { p, held, completed, stateOf } = setUp();
    const moving = p.state.files.move(p.put('sent.csv', 'sent', 'ready'), 'uploading');
    const own = held('own.csv');
    const skippedIds = [String(moving.id), '9999'];
    expect(completed([moving.id, 9_999])).toMatchObject({ skippedIds, fileIds: [] });
    expect(completed([own.id], { ...GIVEN, primaries: [localFileId(own.id)] }).fileIds).toEqual([]);
    expect(stateOf(own)).toBe('held procedure');
  });

  test('it is taken back from files that are still here; others are named and stay', () => {
    const { p, held, completed, provenance, stateOf, cited } = setUp();
    const [stays, goes, changed] = [held('a.csv'), held('b.csv'), held('c.csv')];
    const { completionId } = completed([stays.id, goes.id, changed.id]);
    p.state.files.move(p.row(goes), 'uploading');
    completed([changed.id], { ...GIVEN, primaries: ['id-other'] });
    expect(provenance.undo(Number(completionId))).toEqual({
      fileIds: [String(stays.id)],
      keptIds: [String(goes.id), String(changed.id)],
    });
    expect(stateOf(stays)).toBe('held procedure');
    expect(cited(stays).primaryData).toBeNull();
    expect(cited(changed).primaryData).toBe('id-other');
    expect(provenance.undo(Number(completionId))).toEqual({ fileIds: [], keptIds: [] });
  });

  test('it is taken back also when a file of this computer that it cites was recorded meanwhile', () => {
    const { p, held, completed, provenance, stateOf, cited } = setUp();
    const raw = p.put('new.raw', 'new', 'ready');
    const file = held('peaks.csv');
    const given = { ...GIVEN, primaries: [localFileId(raw.id)] };
    const { completionId } = completed([file.id], given);
    expect(stateOf(file)).toBe('held primary_pending');
    const record = addRecord(p.state, raw.contentId ?? 0, { fileId: 'id-new' });
    p.state.files.move(p.state.files.move(raw, 'uploading'), 'recording', { recordId: record.id });
    p.transitions.followRecord(record.id, 'Available');
    expect([stateOf(file), cited(file).primaryData]).toEqual(['ready', 'id-new']);
    expect(provenance.undo(Number(completionId)).fileIds).toEqual([String(file.id)]);
    expect(stateOf(file)).toBe('held procedure');
  });
});

describe('the rules of a folder', () => {
  test('complete what is held and what comes later, and leave to a person what they say nothing about', () => {
    const { p, held, provenance, stateOf, cited } = setUp();
    const [fits, other] = [held('peaks_07.csv'), held('peaks_08.csv')];
    const kept = provenance.keepRule(p.folderId, RULE);
    expect(provenance.completeByRules()).toEqual([String(fits.id)]);
    expect([fits, other].map(stateOf)).toEqual(['ready', 'held procedure']);
    expect(cited(fits)).toMatchObject({ primaryData: 'id-07', labels: 'peaks' });
    p.put('08.raw', '08', 'ready');
    expect(provenance.completeByRules()).toEqual([String(other.id)]);
    expect(stateOf(other)).toBe('held primary_pending');
    expect(provenance.rules()).toMatchObject([{ folderId: String(p.folderId), rule: RULE }]);
    expect(kept.ok && provenance.forgetRule(Number(kept.value))).toBe(true);
    expect(provenance.rules()).toEqual([]);
  });

  test('a rule is kept once, for a folder that there is, with labels that the service takes', () => {
    const { p, provenance } = setUp();
    expect(provenance.keepRule(p.folderId, RULE)).toEqual(provenance.keepRule(p.folderId, RULE));
    expect(provenance.rules()).toHaveLength(1);
    expect(provenance.keepRule(99, RULE)).toMatchObject({ fault: { kind: 'unknown-folder' } });
    const wrong = { ...RULE, labels: 'a\nb' };
    expect(provenance.keepRule(p.folderId, wrong)).toMatchObject({ fault: { kind: 'bad-label' } });
  });

  test('are followed in every run, as files come, and a run that has nothing else comes to rest', async () => {
    const { p, held, provenance, stateOf } = setUp();
    provenance.keepRule(p.folderId, RULE);
    let times = 0;
    const completeByRules = () => {
      times += 1;
      return provenance.completeByRules().length;
    };
    const stage = makeCitationStage({ ...p, completeByRules });
    const first = held('peaks_07.csv');
    expect(await p.run([stage])).toBe('rest');
    expect(stateOf(first)).toBe('ready');
    expect(times).toBe(1);
    const second = held('peaks_07.csv.bak');
    expect(await p.run([stage])).toBe('rest');
    expect([stateOf(second), times]).toEqual(['held procedure', 2]);
  });

  test('without a rule nothing is done', async () => {
    const { p, held } = setUp();
    held('peaks_07.csv');
    expect(await p.run([makeCitationStage({ ...p, completeByRules: noRule })])).toBe('rest');
  });
});

describe('files that can be cited', () => {
  test('are found in the project or everywhere, by name, with how many there are', async () => {
    const { p, citable } = setUp();
    p.keep([recorded('far', { name: '07-far.raw' })], 'project-2');
    for (const id of [PROJECT, 'project-2']) {
      const body = { id, name: `Name of ${id}` };
      p.state.mirror.keep('project', id, { body, fetchedAtMs: 0, isComplete: true });
    }
    const find = async (projectId: string | null, text: string, fileType: string | null = null) => {
      const found = await citable.find({ projectId, text, fileType }, 1, never);
      return found.ok ? [found.value.total, found.value.files[0]?.name] : found.fault.kind;
    };
    expect(await find(PROJECT, '')).toEqual([2, '07.raw']);
    expect(await find(null, '07')).toEqual([2, '07-far.raw']);
    expect(await find(null, 'name of project-2')).toEqual([1, '07-far.raw']);
    expect(await find(PROJECT, 'sop', 'secondary')).toEqual([0, undefined]);
  });

  test('ids are given their names, whatever has become of the files', () => {
    const { p, citable } = setUp();
    const body = { id: PROJECT, name: 'Cells' };
    p.state.mirror.keep('project', PROJECT, { body, fetchedAtMs: 0, isComplete: true });
    p.keep([recorded('gone', { name: 'gone.raw', status: 'Deleted' }), derived('c', [])]);
    const row = p.put('here.raw', 'here', 'ready');
    const sent = p.put('sent.raw', 'sent', 'notarized', {
      recordId: addRecord(p.state, addContent(p.state, 'sent').id, { fileId: 'id-sent' }).id,
    });
    const ids = ['gone', localFileId(row.id), 'nobody', localFileId(sent.id), 'c'];
    expect(citable.named(ids).map((file) => file && [file.id, file.name, file.state])).toEqual([
      ['gone', 'gone.raw', 'deleted'],
      [localFileId(row.id), 'here.raw', 'ready'],
      null,
      ['id-sent', 'sent.raw', 'notarized'],
      ['c', 'c.csv', 'notarized'],
    ]);
  });
});
