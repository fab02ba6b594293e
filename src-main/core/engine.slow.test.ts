import { describe, expect, test } from 'vitest';
import type { CallInput } from '../../src-shared/bridge/calls.ts';
import { engineAtService, type EngineAtService } from '../test-support/engine-at-service.ts';
import { assignment, folderRules } from '../test-support/temporary-state.ts';

const range: CallInput<'files.range'> = {
  filter: {},
  sort: { by: 'name', isDescending: false },
  first: 0,
  count: 300,
};

async function watch(lab: EngineAtService, budgetCredits: number | null) {
  const projectId = await lab.projectId();
  const rules = folderRules({
    assignment: assignment({ projectId }),
    settleSeconds: 0,
    budgetCredits,
  });
  return lab.call('folders.add', { path: lab.at('raw'), rules });
}

const statesOf = (lab: EngineAtService) => async () =>
  (await lab.call('files.range', range)).rows.map(({ state }) => state);

describe('the engine', () => {
  test('asks before it spends: files wait until their price was agreed to, then go to their certificates', async () => {
    const lab = await engineAtService();
    expect(lab.engine.state()).toEqual({ state: 'idle' });
    await lab.signIn();
    expect(lab.engine.state()).toMatchObject({ state: 'running' });
    lab.write('raw/a.csv', 'one');
    lab.write('raw/b.csv', 'two');
    await watch(lab, null);
    const { credits: before } = await lab.call('credits.balance', {});
    await lab.until(statesOf(lab), (states) => states.join() === 'ready,ready');
    expect(await lab.call('files.offer', { which: null })).toMatchObject({ files: 2, credits: 2 });

    const late = await lab.serve('files.agree', { which: null, credits: 1 }, never());
    expect(late).toEqual({
      ok: false,
      fault: { kind: 'dearer-than-agreed', credits: 2, agreedCredits: 1 },
    });
    const { rows } = await lab.call('files.range', range);
    const which = { fileIds: [rows[0]?.id ?? ''] };
    expect(await lab.call('files.agree', { which, credits: 1 })).toMatchObject({ files: 1 });
    await lab.until(statesOf(lab), (states) => states.join() === 'notarized,ready');
    expect(await lab.call('credits.balance', {})).toEqual({ credits: before - 1 });
    await lab.call('files.agree', { which: null, credits: 1 });
    await lab.until(statesOf(lab), (states) => states.join() === 'notarized,notarized');
    const { forms } = await lab.call('certificates.get', { asked: rows[0]?.id ?? '' });
    expect(forms.map(({ form, sizeBytes }) => [form, sizeBytes > 100])).toEqual([
      ['pdf', true],
      ['json', true],
    ]);
    expect(lab.errors).toEqual([]);
  }, 40_000);

  test('a folder with a budget of its own spends up to it without asking; events number all of it', async () => {
    const lab = await engineAtService();
    await lab.signIn();
    lab.write('raw/a.csv', 'one');
    lab.write('raw/b.csv', 'two');
    await watch(lab, 1);
    const rows = await lab.until(
      async () => (await lab.call('files.range', range)).rows,
      (found) =>
        found
          .map(({ state }) => state)
          .toSorted()
          .join() === 'held,notarized',
    );
    expect(rows.find(({ state }) => state === 'held')?.hold).toBe('budget');

    const { events } = lab;
    const numbers = events.map(({ sequence }) => sequence);
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
    const kinds = new Set(events.map(({ event }) => event.kind));
    for (const kind of [
      'session',
      'engine',
      'folders-changed',
      'files-changed',
      'credits-changed',
    ]) {
      expect([...kinds]).toContain(kind);
    }
    expect(lab.engine.snapshot()).toMatchObject({
      sequence: numbers.at(-1),
      status: { account: { folders: [{ files: 2 }] }, engine: { state: 'running' } },
    });
    expect(JSON.stringify([events, lab.engine.snapshot()])).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
  }, 40_000);

  test('signing out ends the run before the account is closed, and signing in begins another', async () => {
    const lab = await engineAtService();
    await lab.signIn();
    lab.write('raw/a.csv', 'one');
    await watch(lab, null);
    await lab.until(statesOf(lab), (states) => states.join() === 'ready');
    expect(await lab.call('session.signOut', {})).toEqual({ leftover: null });
    expect(lab.engine.state()).toEqual({ state: 'idle' });
    const gone = await lab.serve('files.range', range, never());
    expect(gone).toEqual({ ok: false, fault: { kind: 'no-account' } });
    const wrong = { server: null, email: lab.email, password: 'wrong' };
    expect(await lab.serve('session.signIn', wrong, never())).toMatchObject({
      fault: { kind: 'wrong-credentials' },
    });
    await lab.signIn();
    expect(await statesOf(lab)()).toEqual(['ready']);
    expect(lab.engine.state()).toMatchObject({ state: 'running' });
    await lab.engine.close();
    await lab.engine.ended;
    expect(lab.engine.state()).toEqual({ state: 'closed' });
  }, 40_000);
});

function never(): AbortSignal {
  return new AbortController().signal;
}
