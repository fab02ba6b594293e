/** What is loaded while it is already shown. */
import { useContext, useEffect, useState } from 'react';
import { HostAnswers, PartMissing } from '../../ui/layout/page-part.tsx';

/**
 * `load` has to stay the same one as long as the same is wanted. Null: not there yet; 'missing': it cannot be had now, and is
 * asked for again when the host is back.
 */
export function useLoaded<Value extends object>(
  load: () => Promise<Value>,
): Value | 'missing' | null {
  const answers = useContext(HostAnswers);
  const [loaded, setLoaded] = useState<{
    readonly load: () => Promise<Value>;
    readonly value: Value | 'missing';
  } | null>(null);
  const value = loaded?.load === load ? loaded.value : null;
  const isWanted = value === null || (value === 'missing' && answers);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isShown = true;
    const show = async () => {
      const came = await load().catch((error: unknown) => {
        if (error instanceof PartMissing) return 'missing' as const;
        throw error;
      });
      if (isShown) setLoaded({ load, value: came });
    };
    void show();
    return () => {
      isShown = false;
    };
  }, [load, isWanted]);
  return value;
}
