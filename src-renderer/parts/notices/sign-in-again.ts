/** The way to sign in again, from wherever somebody is, and back there. */
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { pathTo } from '../../paths.ts';

/** For a link. */
export function useSignInAgain(): { readonly to: string; readonly state: object } {
  const { pathname, search } = useLocation();
  return useMemo(
    () => ({ to: pathTo('signIn'), state: { isAgain: true, from: `${pathname}${search}` } }),
    [pathname, search],
  );
}
