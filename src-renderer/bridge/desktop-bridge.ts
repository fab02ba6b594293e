/**
 * The bridge to the desktop host: calls and events go through the door that the preload gives to the page. A file that a
 * person chose has a path there, so nothing is copied. Like every bridge it never asks twice.
 */
import { makeListeners } from '../../src-shared/model/listeners.ts';
import { DESKTOP_SIZE_HEADER, type DesktopApi } from '../../src-shared/bridge/desktop.ts';
import {
  certificatePath,
  INBOX_TYPE,
  type InboxFile,
  inboxPath,
} from '../../src-shared/bridge/loopback.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { Bridge, PageEvent, PageFault } from './bridge.ts';
import { certificateBytes } from './certificate-bytes.ts';
import { hostMessageOf, evaluateMessage, NOTHING_SEEN } from './host-messages.ts';

const HTTP_TOO_LARGE = 413;

/** `send`: for the bytes, which come by addresses of the host. */
export function makeDesktopBridge(door: DesktopApi, send: typeof fetch): Bridge {
  const { on: subscribe, tell } = makeListeners<[PageEvent]>();
  let order = NOTHING_SEEN;
  let isOpen = false;
  let isEnded = false;
  let lastNumber = 0;

  const take = (data: unknown) => {
    const message = isEnded ? null : hostMessageOf(data);
    if (message === null || message.kind === 'renewed') return; // a window has no session
    const judged = evaluateMessage(order, message);
    ({ order } = judged);
    if (judged.verdict === 'ask') door.greet();
    if (judged.verdict !== 'apply') return;
    if (message.kind === 'event') {
      tell(message.event);
      return;
    }
    if (!isOpen) {
      isOpen = true;
      tell({ kind: 'link-changed', link: 'open' });
    }
    tell(message);
  };

  const get = async (path: string, request: RequestInit, signal: AbortSignal) => {
    signal.throwIfAborted();
    if (!isOpen) return fail<PageFault>({ kind: 'not-asked' });
    return wait(send(path, { ...request, signal }), signal, () => undefined);
  };

  const keep: Bridge['keep'] = async (file, signal) => {
    const path = door.pathOf(file);
    if (path !== '') return ok({ path, sizeBytes: file.size });
    const headers = { 'content-type': INBOX_TYPE, [DESKTOP_SIZE_HEADER]: String(file.size) };
    // As one piece: a scheme of one's own may be given a blob without its bytes (electron/electron#39709).
    const body = await file.arrayBuffer();
    const request = { method: 'POST', headers, body };
    const answer = await get(inboxPath(file.name), request, signal);
    if (!answer.ok) return answer;
    if (answer.value.ok) return (await answer.value.json()) as Result<InboxFile, PageFault>;
    const isTooLarge = answer.value.status === HTTP_TOO_LARGE;
    return fail(isTooLarge ? { kind: 'too-large', serviceSays: null } : { kind: 'host-lost' });
  };

  return {
    call: async (name, input, signal) => {
      signal.throwIfAborted();
      if (!isOpen) return fail({ kind: 'not-asked' });
      lastNumber += 1;
      const number = lastNumber;
      const answer = await wait(door.call(number, name, input), signal, () => door.cancel(number));
      return answer.ok ? (answer.value as never) : answer;
    },
    bytes: async (form, asked, signal) => {
      const answer = await get(certificatePath(form, asked), {}, signal);
      return answer.ok ? certificateBytes(answer.value, asked) : answer;
    },
    keep,
    hand: async (file, _handing, signal) => {
      const kept = await keep(file, signal); // its own path, as a rule
      return kept.ok
        ? ok({ subject: { kind: 'path', path: kept.value.path }, digests: null })
        : kept;
    },
    subscribe,
    open: () => {
      door.listen(take);
      door.greet();
    },
    close: () => {
      isEnded = true;
    },
  };
}

/** Waits for one answer, or until nobody wants it any more. The host of a window is lost with its window only. */
async function wait<Value>(
  asking: Promise<Value>,
  signal: AbortSignal,
  giveUp: () => void,
): Promise<Result<Value, PageFault>> {
  const given = Promise.withResolvers<never>();
  const onAbort = () => {
    giveUp();
    given.reject(signal.reason);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return ok(await Promise.race([asking, given.promise]));
  } catch {
    signal.throwIfAborted();
    return fail({ kind: 'host-lost' });
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
