/**
 * The two kinds of structured field items (RFC 9651) that resumable uploads use. A value of any other type makes the
 * whole field ignored, so both readers answer null rather than guess: "1" is not `?1`, and `5.0` is not 5.
 */

/** Parameters after an item are allowed and carry nothing for us: `;key`, `;key=token`, numbers, booleans, strings. */
const PARAMETERS =
  '(?: *; *[a-z*][a-z0-9_.*-]*(?:=(?:-?[0-9]{1,15}(?:\\.[0-9]{1,3})?|\\?[01]|[A-Za-z*][!#$%&\'*+.^_`|~:/0-9A-Za-z-]*|"(?:[ !#-\\[\\]-~]|\\\\["\\\\])*"))?)*';
const BOOLEAN = new RegExp(`^ *\\?([01])${PARAMETERS} *$`);
const INTEGER = new RegExp(`^ *(-?[0-9]{1,15})${PARAMETERS} *$`);

type FieldValue = string | readonly string[] | undefined;

/** True for `?1`, false for `?0`; null when the field is absent or not a boolean. */
export function readBoolean(value: FieldValue): boolean | null {
  const found = BOOLEAN.exec(single(value));
  return found === null ? null : found[1] === '1';
}

/** A non-negative integer of at most 15 digits; null when the field is absent or anything else. */
export function readInteger(value: FieldValue): number | null {
  const found = INTEGER.exec(single(value));
  if (found === null) return null;
  const number = Number(found[1]);
  return number >= 0 ? number + 0 : null;
}

export function writeBoolean(value: boolean): string {
  return value ? '?1' : '?0';
}

/** A dictionary of integers; members that are null are left out. */
export function writeDictionary(members: Readonly<Record<string, number | null>>): string {
  return Object.entries(members)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key}=${value}`)
    .join(', ');
}

// Node joins repeated fields with a comma, which neither reader accepts: an item that comes twice is malformed.
function single(value: FieldValue): string {
  return typeof value === 'string' ? value : '';
}
