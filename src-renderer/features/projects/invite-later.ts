/** Invites people who are only known by an address, each by a change of its own that waits until they can be looked up. */
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { PageFault } from '../../bridge/bridge.ts';
import type { Ask } from '../../data/use-command.ts';

/** The price of each was agreed to; one that is dearer by now, or would go below the floor, is not kept and ends it. */
export async function inviteLater(
  ask: Ask,
  projectId: string,
  emails: readonly string[],
): Promise<Result<null, PageFault>> {
  for (const email of emails) {
    const priced = await ask('outbox.price', { kind: 'invite-member', projectId, email });
    if (!priced.ok) return priced;
    const { intent, credits } = priced.value;
    const agreed = { belowFloor: false, whenOnline: true };
    const kept = await ask('outbox.keep', { intent, credits, ...agreed });
    if (!kept.ok) return kept;
  }
  return ok(null);
}
