/** Keys for maps and claims: of a destination, and of a content at a destination, which is charged once. */
import type { Destination } from './ports.ts';

export function destinationKey({ projectId, visibility }: Destination): string {
  return `${visibility} ${projectId}`;
}

export function contentDestinationKey(contentId: number | null, destination: Destination): string {
  return `${contentId} ${destinationKey(destination)}`;
}
