/** The channels of the desktop host between a page's own bridge and a real core, over a fake Electron IPC. */
import { afterAll, vi } from 'vitest';
import { DESKTOP_API, type DesktopApi } from '../../../../src-shared/bridge/desktop.ts';
import { makeDesktopBridge } from '../../../../src-renderer/bridge/desktop-bridge.ts';
import { realIds } from '../../../platform/real-ports.ts';
import { listPageFiles } from '../../web/page-files.ts';
import { makeAnswerPage } from '../../web/answer-page.ts';
import { openIpcServer, type IpcServer } from '../../desktop/ipc-server.ts';
import type { Behind } from './face.contract.ts';
import { bridged, fakeFrame, playIpc, type FakeIpc } from './fake-ipc.ts';

const WINDOW = 1;

export interface FakeDesktop {
  readonly ipc: FakeIpc;
  readonly ipcServer: IpcServer;
  /** What the preload put into the page, as the page has it. */
  readonly exposed: Readonly<Record<string, unknown>>;
  readonly page: ReturnType<FakeIpc['page']>;
}

/** The real preload, in front of the real server. */
export async function playDesktop(
  behind: Pick<Behind, 'engine' | 'serve' | 'lose' | 'keepError'>,
): Promise<FakeDesktop> {
  const ipc = playIpc();
  const page = ipc.page(WINDOW, behind.lose);
  const ipcServer = openIpcServer({ channels: ipc.main, page: () => page, ...behind });
  const exposed: Record<string, unknown> = {};
  vi.resetModules();
  vi.doMock('electron', () => ({
    ipcRenderer: ipc.renderer({ sender: { id: WINDOW }, senderFrame: fakeFrame() }),
    contextBridge: {
      exposeInMainWorld: (name: string, api: unknown) => {
        exposed[name] = bridged(api);
      },
    },
    webUtils: { getPathForFile: (file: File) => Object(file).path ?? '' },
  }));
  await import('../preload.ts');
  vi.doUnmock('electron');
  return { ipc, ipcServer, exposed, page };
}

export async function bridgeToDesktop(behind: Behind) {
  const { exposed, ipcServer, page } = await playDesktop(behind);
  const files = await listPageFiles(behind.pageFolder);
  const inbox = { folder: `${behind.dataFolder}/inbox`, ids: realIds };
  const answer = makeAnswerPage({ ...behind, files, inbox });
  const send: typeof fetch = async (address, { method = 'GET', headers, body } = {}) => {
    const request = { method, headers, body, duplex: 'half' };
    return answer(new Request(`app://labseal${address as string}`, request as RequestInit));
  };
  return {
    bridge: makeDesktopBridge(exposed[DESKTOP_API] as DesktopApi, send),
    close: async () => {
      page.isGone = true;
      ipcServer.forgetPage();
    },
  };
}

afterAll(() => vi.resetModules());
