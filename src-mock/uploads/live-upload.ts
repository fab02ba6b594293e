/**
 * Uploads as this process knows them: who is transferring to which one right now, and the one run of its completion.
 * Everything else about an upload is in the store. An upload has one writer at a time, and is completed at most once.
 */
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Answer } from '../http/answer.ts';
import { openUploadStore, type UploadStore } from './upload-store.ts';
import type { UploadContext, UploadRecord, UploadTarget } from './upload-types.ts';

export interface LiveUpload {
  readonly id: string;
  readonly target: UploadTarget;
  record: UploadRecord;
  /** The request that may write now. */
  transfer: Transfer | null;
  /** Shared by everyone who waits for the answer. */
  completion: Promise<Answer> | null;
  isRemoved: boolean;
}

export interface Transfer {
  /** True once a newer request on the same upload has taken over; this one's connection is closed by then. */
  readonly isEnded: () => boolean;
  /** To be called when this request writes no more: the next one waits for it. */
  readonly stopWriting: () => void;
  /** To be called when the request is over. */
  readonly leave: () => void;
  readonly end: () => Promise<void>;
}

export interface Uploads {
  readonly store: UploadStore;
  create(target: UploadTarget, record: UploadRecord): LiveUpload & { secret: string };
  /** Null when there is no such upload, it belongs to somebody else, or its target cannot be found again. */
  find(secret: string, ownerKey: string): Promise<LiveUpload | null>;
  /** Saves the record, unless the upload has been removed meanwhile. */
  save(upload: LiveUpload, record: UploadRecord): void;
  remove(upload: LiveUpload): void;
}

const SWEEP_EVERY_MS = 60_000;

const registries = new WeakMap<UploadContext, Uploads>();

/** The uploads of a context, opened at first use. */
export function uploadsOf(context: UploadContext): Uploads {
  const known = registries.get(context);
  if (known !== undefined) return known;
  const opened = openUploads(context);
  registries.set(context, opened);
  return opened;
}

function openUploads(context: UploadContext): Uploads {
  const store = openUploadStore(join(context.folder, 'uploads'), context.nowMs);
  const live = new Map<string, LiveUpload>();
  let sweptAtMs = -Infinity;

  /** Reads every record on disk, so not for each upload: `load` turns an expired one away in any case. */
  function forgetExpired(): void {
    const nowMs = context.nowMs();
    if (Math.abs(nowMs - sweptAtMs) < SWEEP_EVERY_MS) return;
    sweptAtMs = nowMs;
    for (const [id, { record }] of live) if (record.expiresAtMs <= nowMs) live.delete(id);
    store.sweep();
  }

  function admit(id: string, target: UploadTarget, record: UploadRecord): LiveUpload {
    const upload = { id, target, record, transfer: null, completion: null, isRemoved: false };
    live.set(id, upload);
    return upload;
  }

  return {
    store,

    create(target, record) {
      forgetExpired();
      const { id, secret } = store.create(record);
      return Object.assign(admit(id, target, record), { secret });
    },

    async find(secret, ownerKey) {
      const id = store.idOf(secret);
      if (id === null) return null;
      const record = store.load(id);
      if (record === null) live.delete(id);
      if (record === null || record.ownerKey !== ownerKey) return null;
      const known = live.get(id);
      if (known !== undefined) return known;
      const target = (await context.restoreTarget?.(record.resource, ownerKey)) ?? null;
      if (target === null) return null;
      return live.get(id) ?? admit(id, target, record); // another request may have been faster
    },

    save(upload, record) {
      upload.record = record;
      if (!upload.isRemoved) store.save(upload.id, record);
    },

    remove(upload) {
      upload.isRemoved = true;
      live.delete(upload.id);
      store.remove(upload.id);
    },
  };
}

/**
 * Makes `request` the upload's only writer: the former one is cut off, and has stopped writing when this resolves.
 * Null when a still newer request came in between; this one's connection is then closed already.
 */
export async function takeOver(
  upload: LiveUpload,
  request: IncomingMessage,
): Promise<Transfer | null> {
  const stopped = Promise.withResolvers<void>();
  let isEnded = false;
  const transfer: Transfer = {
    isEnded: () => isEnded,
    stopWriting: stopped.resolve,
    leave() {
      stopped.resolve();
      if (upload.transfer === transfer) upload.transfer = null;
    },
    end() {
      isEnded = true;
      request.socket.destroy();
      return stopped.promise;
    },
  };
  const former = upload.transfer;
  upload.transfer = transfer;
  await former?.end();
  if (!isEnded) return transfer;
  transfer.leave();
  return null;
}
