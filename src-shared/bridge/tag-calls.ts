/** Tags of the platform. A project is given tags by editing it; the service has no way to delete one. */
import * as z from 'zod/mini';
import type { TagList, TagView } from '../model/projects/tag-list.ts';
import { changes, nothing, reads } from './call.ts';
import { Name } from './inputs.ts';

export const tagCalls = {
  'tags.list': reads<TagList>()(nothing),
  'tags.search': reads<TagList>()(z.strictObject({ text: Name })),
  /** Also one that waits to be created. Null when the service took it but does not show it yet. */
  'tags.create': changes<TagView | null>()(z.strictObject({ name: Name })),
} as const;
