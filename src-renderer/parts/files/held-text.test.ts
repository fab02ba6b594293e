import { expect, test } from 'vitest';
import { type WaitNote, writeWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import { en } from '../../words/en.ts';
import { heldText } from './held-text.ts';

test.each<[WaitNote, string | null]>([
  [{ waits: 'project-refused', says: null }, 'Not sent: its project refused another file.'],
  [{ waits: 'stopped' }, 'You stopped its upload.'],
  [{ waits: 'no-progress', tries: 8 }, null],
])('%o is told beside the state', (note, text) => {
  expect(heldText({ state: 'held', note: writeWaitNote(note) }, en)).toBe(text);
  expect(heldText({ state: 'ready', note: writeWaitNote(note) }, en)).toBeNull();
});
