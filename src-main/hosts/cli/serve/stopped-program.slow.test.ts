/** A command beside a Labseal whose process was stopped, as Ctrl-Z does. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { useCliLab } from '../test-support/cli-lab.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const lab = useCliLab();

test.runIf(process.platform !== 'win32')(
  'a command beside a stopped program says who does not answer; a killed one leaves nothing in its way',
  async () => {
    const serve = spawn(process.execPath, [MAIN, 'serve', '--port', '0'], {
      env: { ...process.env, LABSEAL_HOME: lab.home, LABSEAL_TOKEN_STORE: 'file' },
      stdio: 'ignore',
    });
    onTestFinished(() => void serve.kill('SIGKILL'));
    const place = path.join(lab.home, 'socket.json');
    await expect.poll(() => fs.existsSync(place)).toBe(true);
    await lab.must('status');
    serve.kill('SIGSTOP');
    expect(await lab.run('status')).toMatchObject({
      code: 5,
      stderr: `The Labseal that is running with the data folder ${lab.home} (process ${serve.pid}) does not answer. It may be stopped or overloaded: let it go on, or end it.\n`,
    });
    const ended = new Promise((resolve) => void serve.once('exit', resolve));
    serve.kill('SIGKILL');
    await ended;
    expect(fs.existsSync(place)).toBe(true);
    await lab.must('status');
    expect(
      ['socket.json', 'socket'].filter((name) => fs.existsSync(path.join(lab.home, name))),
    ).toEqual([]);
  },
);
