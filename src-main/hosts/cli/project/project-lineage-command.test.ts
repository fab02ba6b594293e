import { expect, test } from 'vitest';
import { makeLineage } from '../../../../src-shared/model/lineage/lineage.ts';
import type { LineageFilter } from '../../../../src-shared/model/lineage/lineage-view.ts';
import {
  derived,
  fileHere,
  lineageFacts,
  recorded,
} from '../../../../src-shared/model/lineage/test-support/lineage.ts';
import { printLineage } from './project-lineage-command.ts';
import { makeOutput } from '../output.ts';
import { fakeTerminal } from '../test-support/fake-terminal.ts';

const SEEN = {
  isComplete: true,
  asOfMs: null,
  standing: 'there',
  unread: [],
  isMoving: false,
} as const;

function print(
  lineage: ReturnType<typeof makeLineage>,
  { filter = {}, isJson = false }: { filter?: LineageFilter; isJson?: boolean } = {},
  seen = {},
) {
  const { written, ...terminal } = fakeTerminal({ env: {} });
  const wrong = printLineage(lineage, { ...SEEN, ...seen }, filter, makeOutput(terminal, isJson));
  return { wrong, stdout: written.stdout(), stderr: written.stderr() };
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
  const { stdout, stderr, wrong } = print(LAB);
  expect(stdout.split('\n')).toEqual([
    'c.csv · Notarized · secondary · c',
    '  How: Peaks were picked.',
    '  ! Its primary file gone.raw was deleted on the platform. Its history stays; keep your own copy of the data.',
    '  Made from: gone.raw · Deleted on the platform · primary · gone',
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
  expect(wrong).toBe(1);
});

test('a file of this computer says so, an unknown id is called unknown, and nothing writes to the terminal itself', () => {
  const here = [fileHere('7', { name: 'p\u001B[2J.csv', primaryData: 'lost' })];
  const { stdout } = print(makeLineage(lineageFacts([], { here })));
  expect(stdout).toContain(' · Held · add procedure · secondary · on this computer\n');
  expect(stdout).toContain('  Made from: lost · Unknown · lost\n');
  expect(stdout).not.toContain('\u001B');
});

test('one document has every file, citation and warning, whatever is looked for', () => {
  const { stdout } = print(LAB, { isJson: true, filter: { text: 'nothing has this' } });
  const document = JSON.parse(stdout) as Record<string, unknown[]>;
  expect(document['files']).toHaveLength(5);
  expect(document['citations']).toHaveLength(4);
  expect(document).toMatchObject({
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
  const found = print(LAB, { filter: { onlyWarnings: true, text: 'd.csv' } }).stdout;
  expect(found).toContain('d.csv');
  expect(found).not.toContain('c.csv');
  const none = print(makeLineage(lineageFacts([])), {}, { asOfMs: 0, isComplete: false });
  expect(none.stdout).toBe('No secondary files yet.\nsop.pdf · Notarized · primary · sop\n');
  expect(none.stderr).toMatch(/This is the copy of .*\nThe service did not show all files, or/);
});
