/** Says that this is the demo, and what only the demo can do. Not shown anywhere else. */
import type { ReactElement } from 'react';
import type { DemoView } from '../../src-shared/bridge/demo-calls.ts';
import { useDeed } from '../bridge/use-deed.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { useWords } from '../words/words-context.ts';
import styles from './shell.module.css';

export function DemoRibbon({ demo }: Readonly<{ demo: DemoView }>): ReactElement {
  const { shell } = useWords();
  const { run, isPending } = useDeed();
  return (
    <section aria-label={shell.demo} className={styles['ribbon']}>
      <span>{shell.demoText}</span>
      <span className={styles['ribbonTools']}>
        <Checkbox
          isSelected={demo.isOffline}
          isDisabled={isPending}
          onChange={(isOffline) => run((ask) => ask('demo.setOffline', { isOffline }))}
        >
          {shell.demoOffline}
        </Checkbox>
        <Button
          isSmall
          isPending={isPending}
          onPress={() => run((ask) => ask('demo.endSession', {}))}
        >
          {shell.demoEndSession}
        </Button>
        <Button isSmall isPending={isPending} onPress={() => run((ask) => ask('demo.reset', {}))}>
          {shell.demoReset}
        </Button>
      </span>
    </section>
  );
}
