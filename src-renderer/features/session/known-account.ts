/** What is known about the account before signing in: what this computer remembers, and what was typed a page before. */
import { useLocation } from 'react-router';
import { useCore } from '../../data/bridge-context.ts';

export interface KnownAccount {
  readonly server: string;
  readonly email: string;
}

/** Typed values travel in the history's state, so that an address never carries them. */
export function useKnownAccount(): KnownAccount {
  const status = useCore((view) => view.status);
  const session = status?.session;
  const carried = Object(useLocation().state) as Partial<Record<keyof KnownAccount, unknown>>;
  return {
    server: text(carried.server) ?? status?.server ?? '',
    email: text(carried.email) ?? (session?.state === 'ended' ? session.email : ''),
  };
}

/** The token of a link that opened the window; empty without one. It is shown, and sent when the person says so. */
export function usePastedToken(): string {
  return text((Object(useLocation().state) as { pasted?: unknown }).pasted) ?? '';
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
