/** A scope in words: learned, or said to be not stated, with the number that the service answered. */
import type { Words } from '../../words/en.ts';

export function scopeText(code: number | null, label: string | null, { projects }: Words): string {
  if (label !== null) return label;
  return code === null ? projects.notStated : projects.unknownCode(code);
}
