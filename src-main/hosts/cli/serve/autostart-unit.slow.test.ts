/** The systemd unit, checked by systemd itself. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeStartUnit } from './autostart-unit.ts';

const NASTY = '/data/50 % "raw" $HOME & <x> \\ end';
const hasAnalyzer = spawnSync('systemd-analyze', ['--version']).status === 0;

test.runIf(hasAnalyzer)('is accepted without a word, whatever the paths are', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-unit-'));
  const file = path.join(folder, 'labseal.service');
  const variables = { LABSEAL_HOME: NASTY, LABSEAL_TOKEN_STORE: 'file' };
  const facts = { node: process.execPath, program: NASTY, port: 0, variables, user: 'anna' };
  fs.writeFileSync(file, makeStartUnit('systemd', facts)?.text ?? '');
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--user', file], {
    encoding: 'utf8',
    env: { ...process.env, XDG_RUNTIME_DIR: folder },
  });
  fs.rmSync(folder, { recursive: true });
  expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' });
});
