/** Handlers for the search, the event log and the status. */
import { ok } from '../../src-shared/model/result.ts';
import {
  type HandlerParts,
  type HandlersOf,
  withAccount,
  withBase,
  accountHandlers,
} from './handlers.ts';

/** Handlers for the search by name. */
export function searchHandlers(parts: HandlerParts): HandlersOf<'search'> {
  return {
    'search.find': ({ text }, signal) =>
      withAccount(parts, async ({ search }) => ok(await search.find(text, signal))),
  };
}

/** Handlers for the event log. */
export function activityHandlers(parts: HandlerParts): HandlersOf<'activity'> {
  return accountHandlers(parts, {
    'activity.lines': ({ eventLog }, { filter, first, count }) => {
      const { total, lines } = eventLog.lines(filter, first, count);
      return ok({ total, first, rows: lines });
    },
    'activity.log': ({ eventLog }, { filter: { fileId, ...filter }, first, count }) => {
      const asked = fileId === undefined ? filter : { ...filter, fileId: Number(fileId) };
      const { total, entries } = eventLog.range(asked, first, count);
      return ok({ total, first, rows: entries });
    },
    'activity.done': ({ eventLog }, { edgesMs }) => ok(eventLog.done(edgesMs)),
  });
}

/** Handlers for the status. */
export function statusHandlers(parts: HandlerParts): HandlersOf<'status'> {
  const { engine } = parts;
  return {
    'status.carriedOver': () => withBase(parts, ({ state }) => ok(state.preferences.carriedOver())),
    'status.markRead': () =>
      withBase(parts, ({ state }) => {
        state.preferences.carriedOverSaid();
        return ok(null);
      }),
    'status.read': () => ok(engine.status()),
    'status.checkContact': () => {
      engine.core.checkContact();
      return ok(null);
    },
  };
}
