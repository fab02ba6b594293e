/** The address of the service, in every form before somebody is signed in. */
import type { ReactElement } from 'react';
import { useLocation } from 'react-router';
import { completeAddress } from '../../../src-shared/model/text/complete-address.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import type { Fields } from '../../ui/form/use-fields.ts';
import { useWords } from '../../words/words-context.ts';
import { useCore } from '../../data/bridge-context.ts';
import type { Words } from '../../words/en.ts';
import type { CallInput, CallName } from '../../../src-shared/bridge/calls.ts';
import { useSend as useFacts } from '../../data/use-action.ts';
import { faultSentence } from '../../words/fault-sentence.ts';

/** Takes what `field('server')` gives. */
export function ServerField(
  field: Readonly<ReturnType<Fields<{ server: string }>['field']>>,
): ReactElement {
  const { session } = useWords();
  return (
    <TextField
      {...field}
      label={session.server}
      hint={session.serverHint}
      type="url"
      autoComplete="url"
    />
  );
}

interface KnownAccount {
  readonly server: string;
  readonly email: string;
}

/** Typed values travel in the history's state, so that an address never carries them. */
export function useKnownAccount(): KnownAccount {
  const status = useCore((view) => view.status);
  const session = status?.session;
  const carried = Object(useLocation().state) as Partial<Record<keyof KnownAccount, unknown>>;
  return {
    server: asText(carried.server) ?? status?.server ?? '',
    email:
      asText(carried.email) ??
      (session === undefined || session.state === 'signed-out' ? '' : session.email),
  };
}

/** The token of a link that opened the window; empty without one. It is shown, and sent when the person says so. */
export function usePastedToken(): string {
  return asText((Object(useLocation().state) as { pasted?: unknown }).pasted) ?? '';
}

function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

type Rule = 'email' | 'server' | 'password' | 'filled';

/** Only what cannot be an address: the service knows better what is one. */
const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+$/;

/** What a form can tell to be wrong before the service is asked. Nothing is invented about passwords: the service judges them. */
function isServer(text: string): boolean {
  const url = URL.parse(completeAddress(text));
  if (url === null) return false;
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere);
}

function sentence(rule: Rule, value: string, { session }: Words): string | null {
  switch (rule) {
    case 'email':
      return LOOKS_LIKE_EMAIL.test(value.trim()) ? null : session.needEmail;
    case 'server':
      return isServer(value) ? null : session.needServer;
    case 'password':
      return value === '' ? session.needPassword : null;
    case 'filled':
      return value.trim() === '' ? session.needValue : null;
    default:
      return rule satisfies never;
  }
}

/** Errors by field; a field that is right has none. */
export function validateFields<Name extends string>(
  values: Readonly<Record<Name, string>>,
  rules: Readonly<Record<Name, Rule>>,
  words: Words,
): Partial<Record<Name, string>> {
  const errors: Partial<Record<Name, string>> = {};
  for (const name of Object.keys(rules) as Name[]) {
    const wrong = sentence(rules[name], values[name], words);
    if (wrong !== null) errors[name] = wrong;
  }
  return errors;
}

interface Sending<Name extends CallName> {
  readonly isPending: boolean;
  /** Why it was not done, in a sentence. */
  readonly problem: string | null;
  readonly send: (input: CallInput<Name>, onDone: () => void) => void;
}

/** Sends a form's call once at a time and keeps what became of it, in a sentence. */
export function useSend<Name extends CallName>(name: Name): Sending<Name> {
  const words = useWords();
  const { isPending, fault, send } = useFacts(name);
  return { isPending, send, problem: fault === null ? null : faultSentence(fault, words) };
}
