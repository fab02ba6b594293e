import { expect, test } from 'vitest';
import { addContent, addRecord } from '../../test-support/temporary-state.ts';
import { makeDocumentStage, MOST_FRUITLESS, MOST_IN_A_ROUND } from './certificate-stage.ts';
import type { DocumentKeeper } from '../common/ports.ts';
import { pipeline } from '../common/test-support/pipeline.ts';
import { throttled } from '../common/test-support/fake-ports.ts';

type Kept = Awaited<ReturnType<DocumentKeeper['keep']>>;
const document = { body: Buffer.from('{}'), sha256: '', fileHash: null, fileHashHex: null };

/** So many records with a certificate, of before documents were kept, and the stage that fetches these. */
function fetching(count: number, next: (fileId: string) => Kept, chance = () => 1) {
  const p = pipeline();
  const { id: contentId } = addContent(p.state, 'run');
  for (let index = 1; index <= count; index += 1) {
    const record = addRecord(p.state, contentId, { fileId: `r${index}` });
    p.state.records.setCertificate(record.id, 'c.pdf', 'c.json');
  }
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
        const destination = { projectId, visibility, fileId, fetchedAtMs: 0 };
        p.state.metadataDocuments.keep({ ...destination, ...document });
      }
      return outcome;
    },
  };
  const stage = makeDocumentStage({ ...p, keeper, chance });
  const lacking = () => p.state.records.lackingDocument(9).map(({ fileId }) => fileId);
  return { p, stage, asked, lacking, mostAtOnce: () => mostAtOnce, run: () => p.run([stage]) };
}

test('an older data folder gets its documents a few in a round, some at once', async () => {
  const count = MOST_IN_A_ROUND + 3;
  const { stage, asked, lacking, mostAtOnce, run } = fetching(count, () => ({ kind: 'kept' }));
  expect(await run()).toBe('rest');
  expect(asked).toHaveLength(MOST_IN_A_ROUND);
  expect(asked.slice(0, 2)).toEqual([`r${count}`, `r${count - 1}`]);
  expect(mostAtOnce()).toBe(MOST_FRUITLESS);
  stage.renew?.('person');
  await run();
  expect(lacking()).toEqual([]);
});

test('what has none is asked about once in a run, and keeps nobody else from theirs', async () => {
  const { asked, lacking, run } = fetching(4, (id) => ({ kind: id === 'r1' ? 'kept' : 'none' }));
  expect(await run()).toBe('rest');
  expect(asked).toEqual(['r4', 'r3', 'r2', 'r1']);
  expect(lacking()).toEqual(['r4', 'r3', 'r2']);
});

test('a service that gives none is left alone after some, and the next round begins somewhere else', async () => {
  const destinations = [1, 0.5];
  const chance = () => destinations.shift() ?? 0;
  const { stage, asked, run } = fetching(20, () => ({ kind: 'none' }), chance);
  expect(await run()).toBe('rest');
  expect(asked).toEqual(['r20', 'r19', 'r18', 'r17', 'r16']);
  expect(asked).toHaveLength(MOST_FRUITLESS);
  stage.renew?.('person');
  await run();
  expect(asked.slice(MOST_FRUITLESS)).toEqual(['r10', 'r9', 'r8', 'r7', 'r6']);
});

test('no run waits for them: while the service is away they are left for later', async () => {
  const { p, asked, run } = fetching(9, () => ({ kind: 'fault', fault: throttled(60_000) }));
  expect(await run()).toBe('rest');
  expect(asked).toHaveLength(MOST_FRUITLESS);
  expect(p.clock.monotonicMs()).toBeLessThan(60_000);
});
