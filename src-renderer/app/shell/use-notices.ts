/**
 * Notifies a person who looks elsewhere, through the browser: after a moment, to group simultaneous events, and
 * withdrawn when no longer true. While the page is in front it is silent.
 */
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useWords } from '../../words/words-context.ts';
import {
  dueNotices,
  NOTICE_PLACES,
  type NoticeFacts,
  type NoticeKind,
} from '../../../src-shared/model/status/notices.ts';

const GATHERED_MS = 5_000;

interface Told {
  readonly atMs: number;
  readonly notice: Notification;
}

export function useNotices(facts: NoticeFacts, wanted: readonly NoticeKind[]): void {
  const { shell } = useWords();
  const navigate = useNavigate();
  const known = useRef(facts);
  const latest = useRef({ facts, wanted, shell, navigate });
  const reported = useRef(new Map<NoticeKind, Told>());
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  useEffect(() => {
    latest.current = { facts, wanted, shell, navigate };
    for (const [kind, { notice }] of reported.current) if (facts[kind] === 0) notice.close();
    if (document.hasFocus()) known.current = facts;
    else if (wanted.length > 0) timer.current ??= setTimeout(tell, GATHERED_MS);

    function tell(): void {
      timer.current = null;
      const now = latest.current;
      if (document.hasFocus() || Notification.permission !== 'granted') return;
      const nowMs = Date.now();
      const reportedAtMs = new Map([...reported.current].map(([kind, { atMs }]) => [kind, atMs]));
      for (const { kind, more } of dueNotices(known.current, now.facts, {
        wanted: now.wanted,
        reportedAtMs,
        nowMs,
      })) {
        const notice = new Notification('Labseal', {
          body: now.shell.notices[kind](more),
          tag: `labseal ${kind}`,
        });
        notice.addEventListener('click', () => {
          window.focus();
          void latest.current.navigate(NOTICE_PLACES[kind]);
        });
        reported.current.set(kind, { atMs: nowMs, notice });
        known.current = { ...known.current, [kind]: now.facts[kind] };
      }
    }
  }, [facts, wanted, shell, navigate]);

  useEffect(() => {
    const look = () => {
      known.current = latest.current.facts;
    };
    window.addEventListener('focus', look);
    return () => {
      window.removeEventListener('focus', look);
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    };
  }, []);
}
