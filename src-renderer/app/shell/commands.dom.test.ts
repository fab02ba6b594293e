import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../words/words-context.ts';
import { applyAppearance, makeAppearanceStore, nextZoom, readAppearance } from '../appearance.ts';
import { makeCommands, type CommandEnvironment } from './commands.ts';
import { nextPane } from './use-commands.ts';
import { isWrittenIn, matches, shortcutText, writes } from './shortcut.ts';

describe('appearance', () => {
  test.each([
    ['nothing', null],
    ['no JSON', '{"theme":'],
    ['another type', '"dark"'],
    ['null', 'null'],
    [
      'unknown values',
      '{"theme":"pink","zoom":7,"language":"xx","isCountInTitle":7,"hasCharacterKeys":7,"notices":["x",7]}',
    ],
  ])('%s in the storage gives the defaults', (_what, text) => {
    expect(readAppearance(text, ['it-IT'])).toEqual({
      theme: 'system',
      zoom: 100,
      language: 'it',
      isCountInTitle: true,
      hasCharacterKeys: true,
      notices: [],
    });
  });

  test('what was chosen is kept, and put on the page', () => {
    const store = makeAppearanceStore(localStorage, ['en']);
    store.setState({ theme: 'dark', zoom: 125, isCountInTitle: false, notices: ['credits'] });
    expect(makeAppearanceStore(localStorage, ['en']).getState()).toEqual(store.getState());
    const root = document.createElement('html');
    applyAppearance(root, store.getState());
    expect([root.dataset['theme'], root.style.fontSize, root.lang]).toEqual(['dark', '125%', 'en']);
    applyAppearance(root, { ...store.getState(), theme: 'system', zoom: 100, language: 'it' });
    expect([root.dataset['theme'], root.style.fontSize]).toEqual([undefined, '']);
  });

  test('sizes stop at both ends', () => {
    expect([nextZoom(80, -1), nextZoom(100, 1), nextZoom(200, 1)]).toEqual([80, 110, 200]);
  });
});

const environment: CommandEnvironment = {
  words: wordsOf('en'),
  projects: [{ id: 'a/b', name: 'Tides' }],
  appearance: makeAppearanceStore(localStorage, ['en']),
  goTo: (path) => went.push(path),
  openPalette: () => undefined,
  openShortcuts: () => undefined,
  openHelp: () => undefined,
  cyclePane: () => undefined,
  signOut: () => undefined,
  isPaused: false,
  setPaused: (isPaused) => went.push(isPaused ? 'paused' : 'resumed'),
};
const went: string[] = [];

function isWrittenInOne(html: string): boolean {
  document.body.innerHTML = html;
  return isWrittenIn(document.body.firstElementChild);
}

describe('commands', () => {
  test('uploads are paused and resumed by one command, which says which', () => {
    const [pause, resume] = [false, true].map((isPaused) =>
      makeCommands({ ...environment, isPaused }).find(({ id }) => id === 'pause-uploads'),
    );
    expect([pause?.label, resume?.label]).toEqual(['Pause uploads', 'Resume uploads']);
    pause?.run();
    resume?.run();
    expect(went.splice(0)).toEqual(['paused', 'resumed']);
  });

  test('no two have the same id, name or shortcut', () => {
    const commands = makeCommands(environment);
    const keys = commands.flatMap(({ shortcut }) =>
      shortcut === null ? [] : [shortcutText(shortcut, false)],
    );
    for (const list of [commands.map(({ id }) => id), commands.map(({ label }) => label), keys]) {
      expect(new Set(list).size).toBe(list.length);
    }
    expect(keys).toEqual([
      'Ctrl K',
      'Ctrl O',
      'Ctrl Shift O',
      'Ctrl Shift E',
      'Ctrl Shift U',
      'Ctrl ,',
      'F1',
      'Shift F1',
      'F6',
      'Shift F6',
    ]);
  });

  test('a file is verified and folders are audited from anywhere', () => {
    const commands = makeCommands(environment);
    for (const id of ['verify-file', 'go-audits']) commands.find((each) => each.id === id)?.run();
    expect(went.splice(0)).toEqual(['/verify', '/audits']);
  });

  test('an id of the service stays one segment of the address', () => {
    makeCommands(environment)
      .find(({ label }) => label === 'Go to Tides')
      ?.run();
    expect(went).toEqual(['/projects/a%2Fb/files']);
  });

  const press = { key: 'k', ctrlKey: true, metaKey: false, shiftKey: false, altKey: false };
  test('a shortcut is all its keys and no others, by the habit of the system', () => {
    const shortcut = { key: 'k', isCommand: true };
    expect(matches(shortcut, press, false)).toBe(true);
    expect(matches(shortcut, { ...press, key: 'K' }, false)).toBe(true);
    expect(matches(shortcut, press, true)).toBe(false);
    expect(matches(shortcut, { ...press, ctrlKey: false, metaKey: true }, true)).toBe(true);
    expect(matches(shortcut, { ...press, shiftKey: true }, false)).toBe(false);
    expect(matches(shortcut, { ...press, altKey: true }, false)).toBe(false);
    expect(shortcutText({ key: 'k', isCommand: true, isShift: true }, true)).toBe('⇧⌘K');
  });

  test('a character is a command however the keyboard makes it, and none where somebody writes', () => {
    const mark = { ...press, key: '?', ctrlKey: false };
    expect(writes('?', mark)).toBe(true);
    expect(writes('?', { ...mark, shiftKey: true })).toBe(true);
    expect(writes('?', { ...mark, ctrlKey: true })).toBe(false);
    const fields = ['<input>', '<input type="search">', '<textarea></textarea>'];
    expect([...fields, '<p contenteditable></p>'].map(isWrittenInOne)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['<button></button>', '<input type="checkbox">', '<p></p>'].map(isWrittenInOne)).toEqual(
      [false, false, false],
    );
    expect(isWrittenIn(null)).toBe(false);
  });
});

describe('panes', () => {
  const panes = ['navigation', 'main', 'status'].map(() => document.createElement('div'));
  const [first, second, third] = panes;
  const inside = document.createElement('button');
  second?.append(inside);

  test('F6 goes round, from wherever inside a pane the focus is', () => {
    expect(nextPane(panes, inside, 1)).toBe(third);
    expect(nextPane(panes, inside, -1)).toBe(first);
    expect(nextPane(panes, third ?? null, 1)).toBe(first);
    expect(nextPane(panes, first ?? null, -1)).toBe(third);
  });

  test('from outside it begins at an end', () => {
    expect(nextPane(panes, null, 1)).toBe(first);
    expect(nextPane(panes, document.body, -1)).toBe(third);
    expect(nextPane([], null, 1)).toBeNull();
  });
});
