/**
 * What the page gets of this program: named functions, plain data. It runs in the sandbox and has access to nothing
 * else.
 */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import {
  DESKTOP_CHANNELS,
  DESKTOP_API,
  type DesktopApi,
} from '../../../src-shared/bridge/desktop.ts';

let hear: ((message: unknown) => void) | null = null;
// Only the message goes on: an event would lead to the sender, and from there to everything.
ipcRenderer.on(DESKTOP_CHANNELS.message, (_event, message: unknown) => hear?.(message));

const api: DesktopApi = {
  call: (number, name, input) => ipcRenderer.invoke(DESKTOP_CHANNELS.call, number, name, input),
  cancel: (number) => ipcRenderer.send(DESKTOP_CHANNELS.cancel, number),
  greet: () => ipcRenderer.send(DESKTOP_CHANNELS.greet),
  listen: (listener) => {
    hear = listener;
  },
  pathOf: (file) => webUtils.getPathForFile(file as File),
};

contextBridge.exposeInMainWorld(DESKTOP_API, api);
