/** What a form can tell to be wrong before the service is asked. Nothing is invented about passwords: the service judges them. */
import type { Words } from '../../words/en.ts';

type Rule = 'email' | 'server' | 'password' | 'filled';

/** Only what cannot be an address: the service knows better what is one. */
const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+$/;

function isServer(text: string): boolean {
  const url = URL.parse(text);
  if (url === null) return false;
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere);
}

function sentence(rule: Rule, value: string, { session }: Words): string | null {
  switch (rule) {
    case 'email':
      return LOOKS_LIKE_EMAIL.test(value.trim()) ? null : session.needEmail;
    case 'server':
      return isServer(value.trim()) ? null : session.needServer;
    case 'password':
      return value === '' ? session.needPassword : null;
    case 'filled':
      return value.trim() === '' ? session.needValue : null;
    default:
      return rule satisfies never;
  }
}

/** Errors by field; a field that is right has none. */
export function judgeFields<Name extends string>(
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
