/** Says to screen readers what was notarized, wherever somebody is on the page: by its name, or several at once. */
import { useEffect, useRef } from 'react';
import type { AccountStatus } from '../../../src-shared/model/status/account-status.ts';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { useCall } from '../../data/bridge-context.ts';
import { useAnnounce } from '../../ui/feedback/live-region.tsx';
import { useWords } from '../../words/words-context.ts';

/** However many are finished, whoever listens to something else is not interrupted more often. */
const PAUSE_MS = 10_000;

const LATEST_LINE = { filter: { about: 'files' as const }, first: 0, count: 1 };

const NEWEST = {
  filter: { states: ['notarized' as const] },
  sort: { by: 'when' as const, isDescending: true },
  first: 0,
  count: 1,
};

/** Null while the account is not known. */
export function useSaidProofs(account: AccountStatus | null): void {
  const { notarized, story } = useWords();
  const announce = useAnnounce();
  const read = useCall('files.range');
  const readLines = useCall('activity.lines');
  const files = account === null ? null : notarizedIn(account);
  const said = useRef<number | null>(null);
  const latest = useRef({ files, notarized, story });
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    latest.current = { files, notarized, story };
    if (files === null) return;
    if (said.current === null || files < said.current) said.current = files;
    if (files > said.current && timer.current === null) void say();

    async function say(): Promise<void> {
      timer.current = setTimeout(() => {
        timer.current = null;
        if ((latest.current.files ?? 0) > (said.current ?? 0)) void say();
      }, PAUSE_MS);
      const now = latest.current;
      const more = (now.files ?? 0) - (said.current ?? 0);
      said.current = now.files;
      const lines = await readLines(LATEST_LINE);
      const line = lines.ok ? lines.value.rows[0] : undefined;
      // It was paid long ago, and has only its old bytes again.
      if (line?.what === 'restored' && line.files >= more) {
        announce(now.story.sentence(line));
        return;
      }
      const newest = more === 1 ? await read(NEWEST) : null;
      const name = newest?.ok === true ? newest.value.rows[0]?.name : undefined;
      announce(now.notarized(more, name === undefined ? null : printable(name)));
    }
  }, [files, notarized, story, announce, read, readLines]);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
}

function notarizedIn({ counts }: AccountStatus): number {
  return counts.reduce((sum, { state, files }) => sum + (state === 'notarized' ? files : 0), 0);
}
