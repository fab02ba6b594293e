import { expect, test } from 'vitest';
import { NO_CITATIONS } from '../../../../src-shared/model/lineage/citations.ts';
import {
  viewPlatform,
  type PlatformFile,
} from '../../../../src-shared/model/files/platform-file.ts';
import { makeOutput } from '../output.ts';
import { printPlatformFiles } from './platform-report.ts';
import { fakeTerminal } from '../test-support/fake-terminal.ts';

const NOTHING = {
  files: [],
  asOfMs: null,
  isComplete: true,
  standing: 'there',
  isOutrun: false,
} as const;
const { records: _none, ...whole } = viewPlatform({ public: NOTHING, private: NOTHING });

function file(over: Partial<PlatformFile> = {}): PlatformFile {
  return {
    fileId: 'remote-1',
    visibility: 'private',
    name: 'run.raw',
    fileType: 'primary',
    labels: 'raw',
    status: 'Available',
    ownerId: 'user-1',
    ownerName: 'Robin Marsh',
    ...NO_CITATIONS,
    uploadedAtMs: Date.UTC(2026, 10, 20, 9),
    sizeBytes: 5_000,
    hash: null,
    localFileId: '7',
    ...over,
  };
}

function print(files: readonly PlatformFile[], over: Partial<typeof whole> = {}, isJson = false) {
  const { written, ...terminal } = fakeTerminal({ env: {} });
  printPlatformFiles(files, { ...whole, ...over }, makeOutput(terminal, isJson));
  return { stdout: written.stdout(), stderr: written.stderr() };
}

test('a table of what is there, in our words or the service’s, with the local file beside it', () => {
  const odd = { status: 'Frozen', fileType: '', uploadedAtMs: null, sizeBytes: null };
  const { stdout, stderr } = print([
    file(),
    file({ ...odd, fileId: 'remote-2', name: 'b\u001B[2J.raw', ownerName: '', localFileId: null }),
  ]);
  expect(stderr).toBe('');
  const [head, first, second] = stdout.split('\n');
  expect(head).toMatch(/^id +status +kind +size +uploaded +by +here +file$/);
  expect(first).toMatch(
    /^remote-1 +Notarized +private, primary +5(\.\d)? kB +20 Nov 2026, 09:00 UTC +Robin Marsh +7 +run\.raw$/,
  );
  expect(second).toMatch(/^remote-2 +Service says: Frozen +private +b\S*\.raw$/);
  expect(stdout).not.toContain('\u001B');
});

test('its age, that it is not whole, and what is missing and why, are said beside it', () => {
  expect(print([]).stdout).toBe('The service shows no file in this project.\n');
  const { stderr } = print([file()], { asOfMs: 0, isComplete: false, standing: 'forbidden' });
  expect(stderr).toMatch(/^This is the copy of .*\n.*any more.*\n.*There may be more\.\n$/);
  const fault = { kind: 'forbidden', serviceSays: 'members only' } as const;
  const part = print([file()], { isComplete: false, unread: [{ visibility: 'public', fault }] });
  expect(part.stderr).toMatch(/^The public files could not be read\. .*members only.*\n$/);
});

test('as one document nothing is left out', () => {
  const { stdout } = print([file(), file({ status: 'Frozen' })], { asOfMs: 0 }, true);
  const { uploadedAtMs: _ms, ...facts } = file();
  expect(JSON.parse(stdout)).toEqual({
    files: [
      { ...facts, state: 'notarized', uploadedAt: '2026-11-20T09:00:00.000Z' },
      { ...facts, status: 'Frozen', state: null, uploadedAt: '2026-11-20T09:00:00.000Z' },
    ],
    isComplete: true,
    asOf: '1970-01-01T00:00:00.000Z',
    standing: 'there',
    unread: [],
  });
});
