/** Language and size, who is signed in, and the first steps. Applies at once. */
import { type ReactElement, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useCore } from '../../data/bridge-context.ts';
import { useSend } from '../../data/use-action.ts';
import { areFirstStepsClosed, closeFirstSteps } from '../../features/overview/first-steps.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Select } from '../../ui/form/select.tsx';
import { useSignInAgain } from '../../parts/notices/sign-in-again.ts';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { SignOut } from '../../parts/people/sign-out.tsx';
import { LANGUAGES } from '../../../src-shared/model/words/languages.ts';
import { useWords, wordsOf } from '../../words/words-context.ts';
import { useAppearance, useAppearanceStore, ZOOMS } from '../appearance.ts';
import { useHasWindow } from '../use-desktop.ts';
import type { DesktopView } from '../../../src-shared/bridge/desktop-calls.ts';
import { useRead } from '../../data/use-read.ts';
import prose from '../../ui/layout/prose.module.css';
import arrangement from '../../ui/layout/arrangement.module.css';

export function GeneralForm(): ReactElement {
  const { shell, settings, figures } = useWords();
  const appearance = useAppearanceStore();
  const { zoom, language } = useAppearance();
  const hasWindow = useHasWindow();
  const [areClosed, setAreClosed] = useState(areFirstStepsClosed);
  return (
    <div className={arrangement['fields']}>
      <Select
        label={shell.languageLabel}
        options={LANGUAGES.map((value) => ({ value, label: wordsOf(value).language.own }))}
        value={language}
        onChange={(chosen) => appearance.setState({ language: chosen })}
      />
      <Select
        label={shell.zoom}
        options={ZOOMS.map((value) => ({
          value: String(value),
          label: figures.percent(value / 100),
        }))}
        value={String(zoom)}
        onChange={(chosen) =>
          appearance.setState({ zoom: ZOOMS.find((value) => String(value) === chosen) ?? 100 })
        }
      />
      <Checkbox
        isSelected={!areClosed}
        onChange={(areShown) => {
          closeFirstSteps(!areShown);
          setAreClosed(!areShown);
        }}
      >
        {settings.showFirstSteps}
      </Checkbox>
      {hasWindow && <DesktopForm />}
      <Account />
      {!hasWindow && <p className={prose['quiet']}>{settings.howItRuns}</p>}
    </div>
  );
}

function Account(): ReactElement | null {
  const words = useWords();
  const { shell, settings } = words;
  const session = useCore(({ status }) => status?.session ?? null);
  const signIn = useSignInAgain();
  if (session === null || session.state === 'signed-out') return null;
  return (
    <div className={arrangement['fields']}>
      <p>
        {session.state === 'signed-in' && shell.signedIn(session.email)}
        {session.state === 'ended' && settings.endedFor(session.email)}
        {session.state === 'withheld' && words.withheld(session.why).found}
      </p>
      {session.state !== 'signed-in' && (
        <p>
          <Link {...signIn}>{words.session.signIn}</Link>
        </p>
      )}
      <SignOut />
    </div>
  );
}

/** What only a window of its own can do: begin with the computer, rest on its battery. */
export function DesktopForm(): ReactElement {
  const { settings } = useWords();
  const read = useRead('desktop.read');
  const login = useSend('desktop.setLogin');
  const preferences = useSend('desktop.setPreferences');
  const [view, setView] = useState<DesktopView | null>(null);
  useEffect(() => setView(read.value), [read.value]);
  return (
    <div className={arrangement['fields']}>
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
      <p className={prose['quiet']}>{settings.windowGoesOn}</p>
      <ErrorNotice fault={read.fault ?? login.fault ?? preferences.fault} />
    </div>
  );
}
