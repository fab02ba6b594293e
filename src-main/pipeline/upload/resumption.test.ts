import { describe, expect, test } from 'vitest';
import type { Answer } from './wire/send.ts';
import {
  appendFields,
  creationFields,
  isVerdict,
  readAnnouncement,
  readLimits,
  readOffset,
  uploadAddress,
} from './resumption.ts';

const answer = (headers: Answer['headers'], text = ''): Answer => ({
  status: 409,
  headers,
  text,
  isComplete: true,
});

describe('the fields we send', () => {
  test('name the whole form, its length and one version; the final standard has no version', () => {
    expect(creationFields(9, { isWhole: true, totalBytes: 7 })).toEqual({
      'upload-complete': '?1',
      'upload-length': '7',
      'upload-draft-interop-version': '9',
    });
    expect(creationFields('none', { isWhole: false, totalBytes: 7 })).toEqual({
      'upload-complete': '?0',
      'upload-length': '7',
    });
    expect(appendFields(9, { fromByte: 3, isLast: true })).toEqual({
      'content-type': 'application/partial-upload',
      'upload-offset': '3',
      'upload-complete': '?1',
      'upload-draft-interop-version': '9',
    });
    expect(appendFields('none', { fromByte: 3, isLast: false })).toMatchObject({
      'upload-complete': '?0',
    });
  });
});

const limits = (text: string) => readLimits({ 'upload-limit': text });

describe('what we accept', () => {
  test('a 104 of another version, or of none, is not for us', () => {
    const headers = { location: '/uploads/1', 'upload-offset': '5' };
    const read = { location: '/uploads/1', offset: 5, limits: null };
    const version = (value: string) => ({ ...headers, 'upload-draft-interop-version': value });
    expect(readAnnouncement(version('9'), 9)).toEqual(read);
    expect(readAnnouncement(version('8'), 9)).toBeNull();
    expect(readAnnouncement(headers, 9)).toBeNull();
    expect(readAnnouncement(headers, 'none')).toEqual(read);
  });

  test('limits: unknown keys are skipped; one wrong value makes all of them void', () => {
    const found = { maxSizeBytes: 9, maxAppendBytes: 4 };
    expect(limits('max-size=9, max-append-size=4, max-age=1, colour="red"')).toEqual(found);
    expect(limits('max-append-size=4')).toEqual({ maxSizeBytes: null, maxAppendBytes: 4 });
    for (const text of ['max-size=9, max-age="1"', 'max-size=9.5', 'max-size=-1', 'max-size']) {
      expect(limits(text)).toBeNull();
    }
    expect(readLimits({})).toBeNull();
  });

  test('whose word an answer is, and the offset it names', () => {
    expect(isVerdict(answer({ 'upload-complete': '?1' }))).toBe(true);
    expect(isVerdict(answer({ 'upload-complete': '?0' }))).toBe(false);
    expect(isVerdict(answer({ 'upload-complete': 'yes' }))).toBeNull();
    expect(readOffset(answer({ 'upload-offset': '5' }, '{"expected-offset":6}'))).toBe(5);
    expect(readOffset(answer({}, '{"expected-offset":6}'))).toBe(6);
    expect(readOffset(answer({}, '{"expected-offset":-6}'))).toBeNull();
    expect(readOffset(answer({}, '<html>'))).toBeNull();
  });

  const FORM = 'https://lab.example:8443/api/projects/p1/files';
  test.each([
    ['/uploads/1', 'https://lab.example:8443/uploads/1'],
    ['https://lab.example:8443/u?x=1', 'https://lab.example:8443/u?x=1'],
    ['u/1', 'https://lab.example:8443/api/projects/p1/u/1'],
    ['https://lab.example/uploads/1', null],
    ['http://lab.example:8443/uploads/1', null],
    ['//evil.example/uploads/1', null],
    ['https://lab.example:8443@evil.example/', null],
    ['https://me:secret@lab.example:8443/uploads/1', null],
    ['javascript:alert(1)', null],
    ['http://[', null],
  ])('an address counts only at the form’s own origin: %s', (location, expected) => {
    expect(uploadAddress(location, FORM)).toBe(expected);
  });
});
