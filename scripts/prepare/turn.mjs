/**
 * One process at a time, across processes and crashes. The lock is a folder of numbered tickets: the highest number
 * holds the turn, and the next number may be taken once that ticket is returned or its owner is gone. Taking a ticket
 * is one exclusive creation, so two processes that both find a dead owner still cannot both follow it.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_AGAIN_MS = 150;
const HEARTBEAT_MS = 2_000;
/** A ticket nobody touched for this long, as the waiting process itself saw it: clocks and process ids may lie. */
const SILENCE_MS = 30_000;

/**
 * Waits for the turn, runs `work`, and returns the turn whatever happened.
 * @template Result
 * @param {string} folder
 * @param {() => Promise<Result>} work
 * @param {{ waiting?: () => void, silenceMs?: number }} [options] `waiting` is called once, if at all
 * @returns {Promise<Result>}
 */
export async function takeTurn(folder, work, { waiting = () => {}, silenceMs = SILENCE_MS } = {}) {
  const ticket = await takeTicket(folder, waiting, silenceMs);
  const heartbeat = setInterval(() => touch(ticket), HEARTBEAT_MS);
  heartbeat.unref();
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    fs.writeFileSync(ticket, JSON.stringify({ returned: true }));
  }
}

/**
 * @param {string} folder
 * @param {() => void} waiting
 * @param {number} silenceMs
 * @returns {Promise<string>} the ticket's file
 */
async function takeTicket(folder, waiting, silenceMs) {
  fs.mkdirSync(folder, { recursive: true });
  const isSilent = makeSilenceWatch(silenceMs);
  let hasSaidSo = false;
  for (;;) {
    const number = highestTicket(folder);
    const owner = number === 0 ? null : readTicket(folder, number);
    if (number === 0 || (owner !== null && (owner.isOver || isSilent(number, owner.touchedMs)))) {
      const ticket = createTicket(folder, number + 1);
      if (ticket !== null) return ticket;
      continue; // somebody else was faster
    }
    if (owner !== null && !hasSaidSo) {
      waiting();
      hasSaidSo = true;
    }
    await sleep(LOOK_AGAIN_MS);
  }
}

/**
 * Judges a ticket by what this process saw itself: true once the same ticket was not touched for `silenceMs`.
 * @param {number} silenceMs
 */
function makeSilenceWatch(silenceMs) {
  let watched = { number: 0, touchedMs: 0, sinceMs: 0 };
  /**
   * @param {number} number
   * @param {number} touchedMs
   */
  return (number, touchedMs) => {
    const nowMs = performance.now();
    if (number === watched.number && touchedMs === watched.touchedMs) {
      return nowMs - watched.sinceMs > silenceMs;
    }
    watched = { number, touchedMs, sinceMs: nowMs };
    return false;
  };
}

/**
 * Shows that the owner lives. A ticket that is gone was taken for abandoned; there is nothing left to keep alive.
 * @param {string} ticket
 */
function touch(ticket) {
  if (!fs.existsSync(ticket)) return;
  const now = new Date();
  fs.utimesSync(ticket, now, now);
}

/** @param {string} folder */
function ticketNumbers(folder) {
  return fs.readdirSync(folder).map(Number).filter(Number.isInteger);
}

/** @param {string} folder */
function highestTicket(folder) {
  return Math.max(0, ...ticketNumbers(folder));
}

/**
 * @param {string} folder
 * @param {number} number
 * @returns {string | null} null when the number is taken, or was overtaken while we looked at an older one
 */
function createTicket(folder, number) {
  const file = path.join(folder, String(number));
  try {
    fs.writeFileSync(file, JSON.stringify({ pid: process.pid, host: os.hostname() }), {
      flag: 'wx',
    });
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return null;
    throw cause;
  }
  // The highest ticket is never removed, so a creation that came late finds a higher one here and steps back.
  if (highestTicket(folder) > number) {
    fs.rmSync(file, { force: true });
    return null;
  }
  for (const old of ticketNumbers(folder)) {
    if (old < number) fs.rmSync(path.join(folder, String(old)), { force: true });
  }
  return file;
}

/**
 * @param {string} folder
 * @param {number} number
 * @returns {{ isOver: boolean, touchedMs: number } | null} null when it went away meanwhile
 */
function readTicket(folder, number) {
  const file = path.join(folder, String(number));
  try {
    const touchedMs = fs.statSync(file).mtimeMs;
    const text = fs.readFileSync(file, 'utf8');
    if (text === '') return { isOver: false, touchedMs }; // between its creation and its first byte
    const owner = JSON.parse(text);
    if (owner.returned === true) return { isOver: true, touchedMs };
    const isGone = owner.host === os.hostname() && !isAlive(owner.pid);
    return { isOver: isGone, touchedMs };
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw cause;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM'; // alive, but somebody else's
  }
}
