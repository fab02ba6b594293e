/** What a terminal can draw: lines again, and bold letters. There are no colours at all. */

type Stream = Pick<NodeJS.WriteStream, 'isTTY'>;
type Variables = Readonly<Record<string, string | undefined>>;

/** Headings are bold on a terminal, unless NO_COLOR (https://no-color.org) forbids it. */
export function hasStyles(stream: Stream, env: Variables): boolean {
  return canDraw(stream, env) && (env['NO_COLOR'] ?? '') === '';
}

export function canDraw({ isTTY }: Stream, env: Variables): boolean {
  return isTTY && env['TERM'] !== 'dumb';
}

const BOLD = '\u001B[1m';
const NOT_BOLD = '\u001B[22m';

export function bold(text: string): string {
  return `${BOLD}${text}${NOT_BOLD}`;
}

export function withoutStyles(text: string): string {
  return text.replaceAll(BOLD, '').replaceAll(NOT_BOLD, '');
}
