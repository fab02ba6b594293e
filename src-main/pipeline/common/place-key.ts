/** Keys for maps and claims: of a place, and of a content in a place, which is paid for once. */
import type { Place } from './ports.ts';

export function placeKey({ projectId, visibility }: Place): string {
  return `${visibility} ${projectId}`;
}

export function contentPlaceKey(contentId: number | null, place: Place): string {
  return `${contentId} ${placeKey(place)}`;
}
