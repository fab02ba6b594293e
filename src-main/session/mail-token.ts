/**
 * Takes the token out of what a person pastes from an e-mail: the token itself or the whole link. Strict, because the
 * result goes into a path: anything doubtful is refused, and nothing is repaired.
 */

/** The words a link uses before its token; they are the service's own path segments. */
export type MailPurpose = 'activation' | 'reset-password';

const TOKEN = /^[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,2047}$/;

/** Null when the text is neither a token nor a link that holds exactly one for this purpose. */
export function readMailToken(text: string, purpose: MailPurpose): string | null {
  const pasted = text.trim();
  if (TOKEN.test(pasted)) return pasted;
  if (!/^https?:\/\/[^\s\\]+$/i.test(pasted) || !URL.canParse(pasted)) return null;
  const link = new URL(pasted);
  if (link.username !== '' || link.password !== '') return null;
  const found = [tokenInPath(link.pathname, purpose), ...link.searchParams.getAll('token')];
  const tokens = found.filter((token) => token !== null);
  const [token] = tokens;
  return tokens.length === 1 && token !== undefined && TOKEN.test(token) ? token : null;
}

function tokenInPath(path: string, purpose: MailPurpose): string | null {
  const segments = path.replace(/\/$/, '').split('/');
  return segments.at(-2) === purpose ? (segments.at(-1) ?? null) : null;
}
