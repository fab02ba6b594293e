/** A person who verifies files on a page: what the core answers, what was asked of it, and how a file is chosen. */
import type { Verification } from '../../src-shared/model/proofs/verdict.ts';
import { VerifyPanel, type VerifyPanelProps } from '../features/verify/verify-panel.tsx';
import { SIGNED_IN as SESSION } from './builders.ts';
import { fakeBridge, type FakeBridge } from './fake-bridge.ts';
import { upload } from './person.ts';
import { verification } from './verifications.ts';
import { visit } from './visit.tsx';

export const RECORD = { kind: 'record', fileId: 'remote-1', projectId: 'p1' } as const;
export const COPY = {
  id: '7',
  path: '/data/ms2/run.raw',
  folderPath: '/data/ms2',
  isChanged: false,
};
export const OFFLINE = { isOffline: false, changes: [] };
export const SIGNED_IN = { session: SESSION };
export const DROP = new File(['bytes'], 'copy.raw');

/** Every file that is handed over gets this verification; as in the core, each has an id of its own. */
export function answering(
  over: Partial<Verification> = {},
  more: Parameters<typeof fakeBridge>[0] = {},
) {
  let checks = 0;
  return fakeBridge({
    'verify.file': () => {
      checks += 1;
      return verification({ id: `v${checks}`, ...over });
    },
    'outbox.list': () => OFFLINE,
    ...more,
  });
}

export function showPanel(bridge: FakeBridge, props: Partial<VerifyPanelProps> = {}) {
  return visit(bridge, { path: '/', status: SIGNED_IN }, () => (
    <VerifyPanel against={RECORD} copies={[COPY]} {...props} />
  ));
}

export const choose = (file = DROP) => upload(file);
