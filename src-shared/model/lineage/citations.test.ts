import { expect, test } from 'vitest';
import { NO_CITATIONS, readCitations, writeIds } from './citations.ts';
import { localFileId, rowCited } from '../changes/local-id.ts';

test('what a file cites is read as the service writes it: blanks, empty entries and repetitions mean nothing', () => {
  expect(
    readCitations({
      primaryData: ' a, b,,a ',
      linkToProcedure: 'sop',
      procedureDescription: '  Peaks were picked. ',
    }),
  ).toEqual({ primaries: ['a', 'b'], procedures: ['sop'], description: 'Peaks were picked.' });
  expect(readCitations(NO_CITATIONS)).toEqual({ primaries: [], procedures: [], description: null });
  expect(readCitations({ ...NO_CITATIONS, procedureDescription: ' ' }).description).toBeNull();
});

test('ids are written as an assignment has them', () => {
  expect(writeIds(['a', 'b', 'a'])).toBe('a,b');
  expect(writeIds([])).toBeNull();
});

test('a file of this computer that the service has not named has a stand-in, which is no id of the service', () => {
  expect(rowCited(localFileId(17))).toBe(17);
  expect(rowCited('17')).toBeNull();
  expect(rowCited('labseal:file:x')).toBeNull();
  expect(rowCited('labseal:project:17')).toBeNull();
});
