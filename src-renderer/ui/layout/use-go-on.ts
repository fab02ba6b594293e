/** Leads on once something is done, unless the person has gone elsewhere meanwhile. */
import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

export function useGoOn(): (path: string) => void {
  const navigate = useNavigate();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(
    (path) => {
      if (isShown.current) void navigate(path);
    },
    [navigate],
  );
}
