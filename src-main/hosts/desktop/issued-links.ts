/** Remembers the download addresses that the service gave just now, so that one of them, and no other, opens in a browser. */
import type { ServeCall } from '../../app/bridge/serve-calls.ts';

const MOST_LINKS = 50;

/** The same door; `given` grows behind it. The oldest are forgotten: a link lives for minutes. */
export function rememberLinks(serve: ServeCall): {
  readonly serve: ServeCall;
  readonly given: ReadonlySet<string>;
} {
  const given = new Set<string>();
  return {
    given,
    async serve(name, input, signal) {
      const answer = await serve(name, input, signal);
      const url: unknown = name === 'files.link' && answer.ok ? Object(answer.value).url : null;
      if (typeof url === 'string') given.add(url);
      for (const oldest of given) {
        if (given.size <= MOST_LINKS) break;
        given.delete(oldest);
      }
      return answer;
    },
  };
}
