/** What only a window of its own can do: begin with the computer, rest on its battery. */
import { useEffect, useState, type ReactElement } from 'react';
import type { DesktopView } from '../../../src-shared/bridge/desktop-calls.ts';
import { useRead } from '../../data/use-read.ts';
import { useSend } from '../../data/use-send.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Trouble } from '../../parts/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from '../shell.module.css';

const NOTHING = {};
const NEVER_STALE: readonly [] = [];

export function DesktopForm(): ReactElement {
  const { settings } = useWords();
  const read = useRead('desktop.read', NOTHING, NEVER_STALE);
  const login = useSend('desktop.setLogin');
  const preferences = useSend('desktop.setPreferences');
  const [view, setView] = useState<DesktopView | null>(null);
  useEffect(() => setView(read.value), [read.value]);
  return (
    <div className={styles['fields']}>
      {view !== null && view.startsAtLogin !== null && (
        <Checkbox
          isSelected={view.startsAtLogin}
          onChange={(isWanted) => login.send({ isWanted }, setView)}
        >
          {settings.startAtLogin}
        </Checkbox>
      )}
      {view !== null && (
        <Checkbox
          isSelected={view.preferences.restsOnBattery}
          onChange={(restsOnBattery) => preferences.send({ restsOnBattery }, setView)}
        >
          {settings.restOnBattery}
        </Checkbox>
      )}
      <p className={styles['quiet']}>{settings.windowGoesOn}</p>
      <Trouble fault={read.fault ?? login.fault ?? preferences.fault} />
    </div>
  );
}
