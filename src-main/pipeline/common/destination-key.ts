/** Keys for maps and claims: of a place, and of a content in a place, which is paid for once. */
import type { Destination } from './ports.ts';

export function destinationKey({ projectId, visibility }: Destination): string {
  return `${visibility} ${projectId}`;
}

export function contentDestinationKey(contentId: number | null, destination: Destination): string {
  return `${contentId} ${destinationKey(destination)}`;
}
