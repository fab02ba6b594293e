import { expect, test } from 'vitest';
import { addRecord } from '../test-support/temporary-state.ts';
import { makeDocumentLane, MOST_FRUITLESS, MOST_IN_A_ROUND } from './document-lane.ts';
import type { DocumentKeeper } from './ports.ts';
import { pipeline, type Pipeline } from './test-support/pipeline.ts';

type Kept = Awaited<ReturnType<DocumentKeeper['keep']>>;

/** Records with a certificate, of before documents were kept. */
function oldRecords(p: Pipeline, count: number): void {
  const { contentId } = p.put('run', 'run', 'ready');
  for (let index = 1; index <= count; index += 1) {
    const record = addRecord(p.state, contentId ?? 0, { fileId: `r${index}` });
    p.state.records.setCertificate(record.id, 'c.pdf', 'c.json');
  }
}

function fetching(p: Pipeline, next: (fileId: string) => Kept, chance = () => 1) {
  const asked: string[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const keeper: DocumentKeeper = {
    async keep({ projectId, visibility, fileId }, signal) {
      asked.push(fileId);
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await p.clock.sleep(10, signal);
      atOnce -= 1;
      const outcome = next(fileId);
      if (outcome.kind === 'kept') {
        p.state.metadataDocuments.keep({
          projectId,
          visibility,
          fileId,
          body: Buffer.from('{}'),
          sha256: '',
          fileHash: null,
          fileHashHex: null,
          fetchedAtMs: 0,
        });
      }
      return outcome;
    },
  };
  const lane = makeDocumentLane({ ...p, keeper, chance });
  return { lane, asked, mostAtOnce: () => mostAtOnce };
}

test('an older data folder gets its documents a few in a round, one after the other', async () => {
  const p = pipeline();
  oldRecords(p, MOST_IN_A_ROUND + 3);
  const { lane, asked, mostAtOnce } = fetching(p, () => ({ kind: 'kept' }));
  expect(await p.run([lane])).toBe('rest');
  expect(asked).toHaveLength(MOST_IN_A_ROUND);
  expect(asked.slice(0, 2)).toEqual([`r${MOST_IN_A_ROUND + 3}`, `r${MOST_IN_A_ROUND + 2}`]);
  expect(mostAtOnce()).toBe(1);
  lane.renew?.();
  await p.run([lane]);
  expect(p.state.records.lackingDocument(9)).toEqual([]);
});

test('what has none is asked about once in a run, and keeps nobody else from theirs', async () => {
  const p = pipeline();
  oldRecords(p, 4);
  const { lane, asked } = fetching(p, (fileId) => ({ kind: fileId === 'r1' ? 'kept' : 'none' }));
  expect(await p.run([lane])).toBe('rest');
  expect(asked).toEqual(['r4', 'r3', 'r2', 'r1']);
  expect(p.state.records.lackingDocument(9).map(({ fileId }) => fileId)).toEqual([
    'r4',
    'r3',
    'r2',
  ]);
});

test('a service that gives none is left alone after some, and the next round begins somewhere else', async () => {
  const p = pipeline();
  oldRecords(p, 20);
  const places = [1, 0.5];
  const { lane, asked } = fetching(
    p,
    () => ({ kind: 'none' }),
    () => places.shift() ?? 0,
  );
  expect(await p.run([lane])).toBe('rest');
  expect(asked).toEqual(['r20', 'r19', 'r18', 'r17', 'r16']);
  expect(asked).toHaveLength(MOST_FRUITLESS);
  lane.renew?.();
  await p.run([lane]);
  expect(asked.slice(MOST_FRUITLESS)).toEqual(['r10', 'r9', 'r8', 'r7', 'r6']);
});

test('no run waits for them: while the service is away they are left for later', async () => {
  const p = pipeline();
  oldRecords(p, 4);
  const { lane, asked } = fetching(p, () => ({
    kind: 'fault',
    fault: { kind: 'throttled', retryAfterMs: 60_000 },
  }));
  const beganMs = p.clock.monotonicMs();
  expect(await p.run([lane])).toBe('rest');
  expect(asked).toHaveLength(1);
  expect(p.clock.monotonicMs() - beganMs).toBeLessThan(60_000);
});
