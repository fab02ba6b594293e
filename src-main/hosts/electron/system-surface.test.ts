import { expect, test } from 'vitest';
import { NOTICE_PLACES } from '../../../src-shared/model/status/notices.ts';
import type { TrayAction, TrayView } from '../../../src-shared/model/status/tray-view.ts';
import { makeSystemSurface } from './system-surface.ts';
import { playElectron } from './test-support/fake-electron.ts';

const VIEW: TrayView = { shape: 'idle', sentence: 'Nothing is waiting', needYou: 2, items: [] };

function outside(platform: NodeJS.Platform = 'linux') {
  const fake = playElectron();
  const marks: unknown[][] = [];
  const run: TrayAction[] = [];
  const shown = makeSystemSurface({
    electron: fake.electron,
    platform,
    picture: (shape) => `${shape}.png`,
    window: () =>
      ({ setProgressBar() {}, setOverlayIcon: (...mark: unknown[]) => marks.push(mark) }) as never,
    run: (action) => run.push(action),
    placeOf: (kind) => NOTICE_PLACES[kind],
  });
  return { ...fake, shown, run, marks };
}

test('a notice leads to what it is about; the next of its kind takes its place, and what is over goes', () => {
  const { shown, notices, run } = outside();
  shown.notify('notarized', '1 file was notarized.');
  shown.notify('notarized', '9 files were notarized.');
  shown.notify('credits', '3 files wait for credits or a budget.');
  expect(notices.map(({ body, closed }) => [body, closed])).toEqual([
    ['1 file was notarized.', true],
    ['9 files were notarized.', false],
    ['3 files wait for credits or a budget.', false],
  ]);
  notices[1]?.click();
  expect(run).toEqual([{ kind: 'show', path: '/certificates' }]);
  shown.withdraw('credits');
  shown.withdraw('refused');
  expect(notices[2]?.closed).toBe(true);
});

test('a menu that is open stays open while nothing changes; the number is that of what needs somebody', () => {
  const { shown, asked } = outside();
  shown.show(VIEW, null);
  shown.show({ ...VIEW }, 0.5);
  expect(asked).toEqual(['tray Labseal – Nothing is waiting', 'badge 2']);
  shown.show({ ...VIEW, needYou: 0 }, null);
  expect(asked.at(-1)).toBe('badge 0');
});

test('on Windows a picture over the icon of the taskbar says that something needs the person, and goes', () => {
  const { shown, marks, pictures } = outside('win32');
  shown.show(VIEW, null);
  expect(marks.at(-1)).toEqual([expect.anything(), 'Nothing is waiting']);
  expect(pictures.at(-1)).toBe('needs-you.png');
  shown.show({ ...VIEW, needYou: 0 }, null);
  expect(marks.at(-1)).toEqual([null, '']);
  const elsewhere = outside();
  elsewhere.shown.show(VIEW, null);
  expect(elsewhere.marks).toEqual([]);
});
