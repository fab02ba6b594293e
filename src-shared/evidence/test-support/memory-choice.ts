/** What somebody chose, in memory: contents by their paths, with everything that is computed of them made here. */
import { startDigests } from '../../../src-main/digests/digest-algorithms.ts';
import type { Judgement } from '../../model/proofs/judgement.ts';
import { judgeAlone } from '../../model/proofs/judge.ts';
import type { ChosenEntry } from '../chosen.ts';
import { checkChoice, type GatherPorts } from '../gather.ts';

export type Contents = Readonly<Record<string, string | Uint8Array>>;

export function memoryEntry(path: string, content: string | Uint8Array): ChosenEntry {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return {
    path,
    sizeBytes: bytes.length,
    refusal: null,
    slice: async (from, to) => bytes.slice(from, to),
    async *pieces() {
      yield bytes;
    },
  };
}

/** The lines of a PDF as `pdfPage` makes it, or its text after `%PDF-`. */
const pdfText = async (bytes: Uint8Array) => {
  const text = new TextDecoder().decode(bytes);
  const lines = Array.from(text.matchAll(/^(?:BT.* )?\((.*)\) Tj/gm), ([, line = '']) =>
    line.replaceAll('\\267', '·'),
  );
  if (lines.length > 0) return lines.join('\n');
  return text.startsWith('%PDF-') ? text.slice('%PDF-'.length) : null;
};

export function judgeContents(
  contents: Contents,
  over: Partial<GatherPorts> = {},
): Promise<Judgement> {
  const entries = Object.entries(contents).map(([path, content]) => memoryEntry(path, content));
  return checkChoice(entries, {
    pdfText,
    judge: async ({ reading }, file) => judgeAlone(reading, file),
    method: null,
    onRead: () => undefined,
    digestAll: async (orders) =>
      Promise.all(
        orders.map(async ({ entry, algorithms }) => {
          const running = startDigests(algorithms);
          for await (const piece of entry.pieces()) running.update(Buffer.from(piece));
          return running.finish();
        }),
      ),
    ...over,
  });
}
