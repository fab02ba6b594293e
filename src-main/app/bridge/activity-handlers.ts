/** Answers about what happened. */
import { ok } from '../../../src-shared/model/result.ts';
import { withAccount, type HandlerParts, type HandlersOf } from './handlers.ts';

export function activityHandlers(parts: HandlerParts): HandlersOf<'activity'> {
  return {
    'activity.log': ({ filter: { fileId, ...filter }, first, count }) =>
      withAccount(parts, ({ activity }) => {
        const asked = fileId === undefined ? filter : { ...filter, fileId: Number(fileId) };
        const { total, entries } = activity.log(asked, first, count);
        return ok({ total, first, rows: entries });
      }),
    'activity.done': ({ edgesMs }) =>
      withAccount(parts, ({ activity }) => ok(activity.done(edgesMs))),
  };
}
