/**
 * Reads the structured field values (RFC 9651) that resumable uploads use. What is not exactly of the expected type
 * reads as null: a field that cannot be understood must count as absent, never as something near it.
 */

/** A header's value as node:http gives it; repeated fields come joined by a comma. */
export type FieldValue = string | readonly string[] | undefined;

type BareItem = boolean | number | string;

const KEY = /[a-z*][a-z0-9_.*-]*/y;
const NUMBER = /-?\d{1,15}(?:\.\d{1,3})?/y;
const TOKEN = /[A-Za-z*][\w!#$%&'*+.^`|~:/-]*/y;
const STRING = /"(?:[ !#-[\]-~]|\\["\\])*"/y;
const BOOLEAN = /\?[01]/y;
const SPACES = / */y;
const COMMA = /[ \t]*,[ \t]*/y;

/** `?1` is true, `?0` false. */
export function readBoolean(value: FieldValue): boolean | null {
  const item = readItem(value);
  return typeof item === 'boolean' ? item : null;
}

/** A whole number from 0 on. */
export function readCount(value: FieldValue): number | null {
  const item = readItem(value);
  return isCount(item) ? item : null;
}

/** The members that are plain values; null when the whole is no dictionary, or holds a list. A later key wins. */
export function readDictionary(value: FieldValue): ReadonlyMap<string, BareItem> | null {
  const text = textOf(value);
  if (text === null) return null;
  const cursor = { text, at: 0 };
  const members = new Map<string, BareItem>();
  while (cursor.at < text.length) {
    const key = take(cursor, KEY);
    if (key === null) return null;
    const item = skip(cursor, '=') ? takeBareItem(cursor) : true;
    if (item === null || !takeParameters(cursor)) return null;
    members.set(key, item);
    if (cursor.at === text.length) return members;
    if (take(cursor, COMMA) === null || cursor.at === text.length) return null;
  }
  return members;
}

export function isCount(item: BareItem | null | undefined): item is number {
  return typeof item === 'number' && Number.isInteger(item) && item >= 0;
}

interface Cursor {
  readonly text: string;
  at: number;
}

function textOf(value: FieldValue): string | null {
  return typeof value === 'string' ? value.trim() : null;
}

function readItem(value: FieldValue): BareItem | null {
  const text = textOf(value);
  if (text === null) return null;
  const cursor = { text, at: 0 };
  const item = takeBareItem(cursor);
  return item !== null && takeParameters(cursor) && cursor.at === text.length ? item : null;
}

function takeBareItem(cursor: Cursor): BareItem | null {
  const boolean = take(cursor, BOOLEAN);
  if (boolean !== null) return boolean === '?1';
  const number = take(cursor, NUMBER);
  if (number !== null) return number.includes('.') ? number : Number(number); // 5.0 is a decimal, no integer: as text
  return take(cursor, STRING) ?? take(cursor, TOKEN);
}

/** Parameters are allowed everywhere and mean nothing to us. */
function takeParameters(cursor: Cursor): boolean {
  while (skip(cursor, ';')) {
    take(cursor, SPACES);
    if (take(cursor, KEY) === null) return false;
    if (skip(cursor, '=') && takeBareItem(cursor) === null) return false;
  }
  return true;
}

function take(cursor: Cursor, pattern: RegExp): string | null {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0] ?? null;
  if (found !== null) cursor.at += found.length;
  return found;
}

function skip(cursor: Cursor, character: string): boolean {
  if (cursor.text[cursor.at] !== character) return false;
  cursor.at += 1;
  return true;
}
