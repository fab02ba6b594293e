/** The launcher of the command line as it lies in an installed program. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../src-main/test-support/temporary-state.ts';

const script = fileURLToPath(new URL('../../build/command/labseal', import.meta.url));

test.skipIf(process.platform === 'win32').for([
  ['resources', 'labseal-desktop', '--labseal-command|--ozone-platform=headless|--disable-gpu|--|'],
  ['Contents/Resources', 'Contents/MacOS/Labseal', '--labseal-command|--|'],
] as const)(
  'in %s it starts %s, through any link, and gives it the words as they are',
  ([resources, executable, said]) => {
    const root = path.join(temporaryFolder(), 'Lab & more');
    const at = (name: string) => path.join(root, name);
    for (const name of [resources, path.dirname(executable), 'bin']) {
      fs.mkdirSync(at(name), { recursive: true });
    }
    fs.writeFileSync(at(executable), '#!/bin/sh\nprintf "%s|" "$@"\nexit 4\n', { mode: 0o755 });
    fs.copyFileSync(script, at(`${resources}/labseal`));
    fs.symlinkSync(at(`${resources}/labseal`), at('bin/first'));
    fs.symlinkSync('first', at('bin/labseal'));
    for (const command of [at(`${resources}/labseal`), at('bin/labseal')]) {
      const ended = () => execFileSync(command, ['file', '--json', 'a b', '']);
      expect(ended).toThrow(expect.objectContaining({ status: 4 }));
      expect(outputOf(ended)).toBe(`${said}file|--json|a b||`);
    }
  },
);

function outputOf(run: () => unknown): string {
  try {
    return String(run());
  } catch (error) {
    return String(Object(error).stdout);
  }
}
