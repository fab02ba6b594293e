/** A page of somebody who is not signed in: the address of the service, what else is asked for, and other ways to go on. */
import { type ReactElement, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { CallInput, CallName } from '../../../src-shared/bridge/calls.ts';
import { completeAddress } from '../../../src-shared/model/text/complete-address.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useSend } from '../../data/use-action.ts';
import { pathTo } from '../../paths.ts';
import { Form, FormLinks, Success } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { type Fields, useFields } from '../../ui/form/use-fields.ts';
import { Page } from '../../ui/layout/page.tsx';
import type { Words } from '../../words/en.ts';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';

type PublicPage = 'signIn' | 'register' | 'activate' | 'forgotPassword' | 'resetPassword';

interface SessionScreenProps<Name extends CallName, Field extends string> {
  readonly call: Name;
  readonly title: string;
  readonly submitLabel: string;
  /** The fields besides the address. E-mail and password are drawn here, and come last. */
  readonly rules: Readonly<Record<Field, Rule>>;
  /** What stands in fields from the beginning, besides the account that is known. */
  readonly initial?: Partial<Record<Field, string>>;
  /** How a password field is filled by the browser. */
  readonly password?: 'current-password' | 'new-password';
  readonly inputOf: (typed: Readonly<Record<Field | 'server', string>>) => CallInput<Name>;
  /** Where it goes on, and what that page is told. */
  readonly next?: { readonly page: PublicPage | 'firstRun'; readonly told?: object };
  /** Said where it does not go on to another page. */
  readonly done?: string;
  readonly intro?: ReactNode;
  readonly links: readonly (readonly [page: PublicPage, label: string])[];
  readonly children?: (field: Fields<Record<Field | 'server', string>>['field']) => ReactNode;
}

export function SessionScreen<Name extends CallName, Field extends string>({
  call,
  title,
  submitLabel,
  rules,
  initial = {},
  password = 'new-password',
  inputOf,
  next,
  done,
  intro,
  links,
  children,
}: Readonly<SessionScreenProps<Name, Field>>): ReactElement {
  const words = useWords();
  const { session, ui } = words;
  const navigate = useNavigate();
  const known = useKnownAccount();
  const asked: Readonly<Record<string, Rule>> = { server: 'server', ...rules };
  const given: Readonly<Record<string, string>> = { ...known, ...initial };
  const begin = Object.fromEntries(Object.keys(asked).map((name) => [name, given[name] ?? '']));
  const { values, field, check } = useFields<Record<string, string>>(begin, (typed) =>
    validateFields(typed, asked, words),
  );
  const { send, isPending, fault } = useSend(call);
  const [isDone, setIsDone] = useState(false);
  const carried = { ...known, ...pickAccount(values) };
  const before = useBefore();
  const form = useRef<HTMLFormElement>(null);
  // After the heading of the page had the focus: what is known needs no key.
  useEffect(() => {
    const fields = [...(form.current?.querySelectorAll('input') ?? [])];
    fields.find(({ value }) => value === '')?.focus();
  }, []);

  const onSubmit = () => {
    if (!check()) return false;
    setIsDone(false);
    send(inputOf(values as Record<Field | 'server', string>), () => {
      setIsDone(true);
      if (next?.page === 'firstRun' && before !== null && values['email'] === before.email) {
        void navigate(before.path);
      } else if (next !== undefined)
        void navigate(pathTo(next.page), { state: { ...carried, ...next.told } });
    });
    return true;
  };

  return (
    <Page title={title} kind="form">
      {intro}
      <Form
        ref={form}
        onSubmit={onSubmit}
        submitLabel={submitLabel}
        isPending={isPending}
        problem={faultSentence(fault, words)}
      >
        <TextField
          {...field('server')}
          label={session.server}
          hint={session.serverHint}
          type="url"
          autoComplete="url"
        />
        {children?.(field)}
        {'email' in asked && (
          <TextField {...field('email')} label={ui.email} type="email" autoComplete="username" />
        )}
        {'password' in asked && (
          <TextField
            {...field('password')}
            label={session.password}
            type="password"
            autoComplete={password}
          />
        )}
      </Form>
      {isDone && done !== undefined && <Success>{done}</Success>}
      <FormLinks>
        {links.map(([page, label]) => (
          <Link key={page} to={pathTo(page)} state={carried}>
            {label}
          </Link>
        ))}
      </FormLinks>
    </Page>
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

interface Before {
  readonly path: string;
  readonly email: string;
}

/** Where the account that signs in again was, so that it goes on there; null for whoever comes anew. */
function useBefore(): Before | null {
  const { from } = Object(useLocation().state) as { from?: unknown };
  const path = asText(from);
  const email = useCore(({ status }) => {
    const session = status?.session;
    return session === undefined || session.state === 'signed-out' ? null : session.email;
  });
  return useMemo(() => (path === null || email === null ? null : { path, email }), [path, email]);
}

/** The token of a link that opened the window; empty without one. It is shown, and sent when the person says so. */
export function usePastedToken(): string {
  return asText((Object(useLocation().state) as { pasted?: unknown }).pasted) ?? '';
}

function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Of what was typed, what other pages may be told: never a password. */
function pickAccount({ server, email }: Readonly<Record<string, string>>): Partial<KnownAccount> {
  return { ...(server === undefined ? {} : { server }), ...(email === undefined ? {} : { email }) };
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

function sentence(rule: Rule, value: string, { session, ui }: Words): string | null {
  switch (rule) {
    case 'email':
      return LOOKS_LIKE_EMAIL.test(value.trim()) ? null : session.needEmail;
    case 'server':
      return isServer(value) ? null : session.needServer;
    case 'password':
      return value === '' ? session.needPassword : null;
    case 'filled':
      return value.trim() === '' ? ui.needValue : null;
    default:
      return rule satisfies never;
  }
}

/** Errors by field; a field that is right has none. */
function validateFields(
  values: Readonly<Record<string, string>>,
  rules: Readonly<Record<string, Rule>>,
  words: Words,
): Record<string, string> {
  const wrong = Object.entries(rules).flatMap(([name, rule]) => {
    const text = sentence(rule, values[name] ?? '', words);
    return text === null ? [] : [[name, text] as const];
  });
  return Object.fromEntries(wrong);
}
