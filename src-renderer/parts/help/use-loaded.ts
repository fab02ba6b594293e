/** What is loaded while it is already shown. */
import { useEffect, useState } from 'react';
import { PartMissing } from '../../ui/layout/page-part.tsx';

/** `load` has to stay the same one as long as the same is wanted. Null: not there yet; 'missing': it cannot be had now. */
export function useLoaded<Value extends object>(
  load: () => Promise<Value>,
): Value | 'missing' | null {
  const [loaded, setLoaded] = useState<{
    readonly load: () => Promise<Value>;
    readonly value: Value | 'missing';
  } | null>(null);
  useEffect(() => {
    let isWanted = true;
    const show = async () => {
      const value = await load().catch((error: unknown) => {
        if (error instanceof PartMissing) return 'missing' as const;
        throw error;
      });
      if (isWanted) setLoaded({ load, value });
    };
    void show();
    return () => {
      isWanted = false;
    };
  }, [load]);
  return loaded?.load === load ? loaded.value : null;
}
