import { expect, test } from 'vitest';
import { type Lineage, makeLineage } from '../../../../src-shared/model/lineage/lineage.ts';
import {
  countLineage,
  type LineageFilter,
  lineageRows,
} from '../../../../src-shared/model/lineage/lineage-view.ts';
import {
  derived,
  fileHere,
  lineageFacts,
  recorded,
} from '../../../../src-shared/model/lineage/test-support/lineage.ts';
import { lineageDocument, printLineage } from './lineage-show-command.ts';
import { makeOutput } from '../output.ts';
import { fakeTerminal } from '../test-support/fake-terminal.ts';

const SEEN = {
  isComplete: true,
  asOfMs: null,
  standing: 'there',
  unread: [],
  isMoving: false,
} as const;

function print(lineage: Lineage, filter: LineageFilter = {}, seen = {}) {
  const { written, ...terminal } = fakeTerminal({ env: {} });
  const rows = lineageRows(lineage, filter);
  const counts = countLineage(lineage);
  const whole = { ...SEEN, ...seen, counts, total: rows.length, first: 0, rows };
  printLineage(whole, makeOutput(terminal, false));
  return { stdout: written.stdout(), stderr: written.stderr() };
}

const LAB = makeLineage(
  lineageFacts([
    recorded('gone', { status: 'Deleted' }),
    recorded('a', { status: 'Frozen' }),
    derived('c', ['gone']),
    derived('d', ['a']),
  ]),
);

test('an indented list: what is wrong first and in a sentence, what a file cites below it', () => {
  const { stdout, stderr } = print(LAB);
  expect(stdout.split('\n')).toEqual([
    'c.csv · Notarized · secondary · c',
    '  How: Peaks were picked.',
    '  ! Its primary file gone.raw was deleted on the service. Its history stays; keep your own copy of the data.',
    '  Made from: gone.raw · Deleted on the service · primary · gone',
    '  Procedure: sop.pdf · Notarized · primary · sop',
    'd.csv · Notarized · secondary · d',
    '  How: Peaks were picked.',
    '  ! The service says "Frozen" of its primary file a.raw, which is no proof.',
    '  Made from: a.raw · Service says: Frozen · primary · a',
    '  Procedure: sop.pdf · Notarized · primary · sop',
    '',
  ]);
  expect(stderr).toBe(
    '5 files, 2 secondary files, 1 warning, 1 more that will resolve themselves.\n',
  );
});

test('a file of this computer says so, an unknown id is called unknown, and nothing writes to the terminal itself', () => {
  const here = [fileHere('7', { name: 'p\u001B[2J.csv', primaryData: 'lost' })];
  const { stdout } = print(makeLineage(lineageFacts([], { here })));
  expect(stdout).toContain(' · Held · add procedure · secondary · on this computer\n');
  expect(stdout).toContain('  Made from: lost · Unknown · lost\n');
  expect(stdout).not.toContain('\u001B');
});

test('the document joins the windows', () => {
  const { nodes, edges, warnings } = LAB;
  const counts = countLineage(LAB);
  const window = (first: number) => ({
    ...SEEN,
    counts,
    total: nodes.size,
    files: [...nodes.values()].slice(first, first + 3),
    citations: edges.slice(first, first + 3),
    warnings: warnings.slice(first, first + 3),
  });
  const document = lineageDocument([window(0), window(3)]);
  expect(document.files.map(({ id }) => id)).toEqual([...nodes.keys()]);
  expect(document).toMatchObject({
    citations: edges,
    warnings: [
      { kind: 'cited-deleted', nodeId: 'private:c', citedId: 'private:gone' },
      { kind: 'cited-pending' },
    ],
    counts: { files: 5, secondary: 2, warnings: 1, passing: 1 },
    asOf: null,
    isComplete: true,
  });
});

test('what is looked for, an empty project, and how old and how whole it is', () => {
  const found = print(LAB, { onlyWarnings: true, text: 'd.csv' }).stdout;
  expect(found).toContain('d.csv');
  expect(found).not.toContain('c.csv');
  const none = print(makeLineage(lineageFacts([])), {}, { asOfMs: 0, isComplete: false });
  expect(none.stdout).toBe('No secondary files yet.\nsop.pdf · Notarized · primary · sop\n');
  expect(none.stderr).toMatch(/This is the copy of .*\nThe service did not show all files\./);
});
