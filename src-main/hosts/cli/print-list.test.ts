import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { makeOutput } from './output.ts';
import { printList } from './print-list.ts';
import { fakeTerminal } from './test-support/fake-terminal.ts';

const form = {
  key: 'files',
  document: ({ id, name }: Row) => ({ id, name }),
  head: ['id', 'file'],
  row: ({ id, name }: Row) => [id, name],
};

interface Row {
  readonly id: string;
  readonly name: string;
}

async function* rows(count: number, nameOf: (index: number) => string): AsyncGenerator<Row> {
  for (let index = 0; index < count; index += 1) {
    yield { id: String(index + 1), name: nameOf(index) };
  }
}

async function* failing(): AsyncGenerator<Row> {
  yield* rows(1, String);
  throw new Error('nobody answers');
}

async function print(isJson: boolean, items: AsyncIterable<Row>): Promise<string> {
  const { written, ...terminal } = fakeTerminal();
  await makeOutput(terminal, isJson).list(items, form);
  return written.stdout();
}

test('a list of any length is one document, written as it comes', async () => {
  expect(await print(true, rows(0, String))).toBe('{"files":[]}\n');
  const { files } = JSON.parse(
    await print(
      true,
      rows(3_000, (index) => `a\u202E${index}`),
    ),
  ) as {
    files: readonly Row[];
  };
  expect(files).toHaveLength(3_000);
  expect(files[2_999]).toEqual({ id: '3000', name: 'a\u202E2999' });
});

test('as a table its columns stay where the first rows put them, and nothing is cut in a pipe', async () => {
  expect(await print(false, rows(0, String))).toBe('');
  const long = 'x'.repeat(90);
  const lines = (
    await print(
      false,
      rows(1_002, (index) => (index < 1_000 ? 'a' : long)),
    )
  ).split('\n');
  expect(lines.slice(0, 2)).toEqual(['id    file', '1     a']);
  expect(lines.slice(1_000, 1_003)).toEqual(['1000  a', `1001  ${long}`, `1002  ${long}`]);
});

test('a list that fails before its first words owes the document still', async () => {
  const { written, ...terminal } = fakeTerminal();
  const begun: string[] = [];
  const output = makeOutput(terminal, true, { onDocument: () => void begun.push('begun') });
  await expect(output.list(failing(), form)).rejects.toThrow('nobody answers');
  expect([begun, written.stdout()]).toEqual([[], '']);
});

test('when nobody reads any more the list is not read on', async () => {
  const gone = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
  gone.on('error', () => undefined);
  let read = 0;
  async function* endless(): AsyncGenerator<Row> {
    for (;;) yield { id: String((read += 1)), name: 'x'.repeat(1_000) };
  }
  await printList(endless(), form, { stdout: gone, table: null, onDocument: () => undefined });
  expect(read).toBeLessThan(100);
});
