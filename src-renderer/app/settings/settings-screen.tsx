/** Settings, a section at a time. Everything applies at once. */
import type { ReactElement } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { Page } from '../../ui/layout/page.tsx';
import { PageLinks } from '../../ui/layout/tabs.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from '../shell/shell.module.css';
import { useHasWindow } from '../use-desktop.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { RadioGroup } from '../../ui/form/radio-group.tsx';
import { THEMES, useAppearance, useAppearanceStore } from '../appearance.ts';
import { pathTo, SETTINGS_SECTIONS } from '../../paths.ts';
import { AboutFacts } from './about-facts.tsx';
import { DataFacts } from './data-facts.tsx';
import { DiagnosticsReport } from './diagnostics-report.tsx';
import { OfflineForm, PaceForm } from './pace-form.tsx';
import { WatchingForm } from './watching-form.tsx';
import { GeneralForm } from './general-form.tsx';
import { NotificationsForm } from './notifications-form.tsx';
import { ShortcutTable } from '../shell/shortcut-table.tsx';
import arrangement from '../../ui/layout/arrangement.module.css';

type Section = (typeof SETTINGS_SECTIONS)[number];

export function SettingsScreen(): ReactElement {
  const { settings, shell } = useWords();
  const asked = useParams()['section'];
  const section = SETTINGS_SECTIONS.find((each) => each === asked);
  // So that the first section is marked as chosen, too.
  if (section === undefined) return <Navigate to={pathTo('settingsSection', 'general')} replace />;
  return (
    <Page title={shell.settings}>
      <PageLinks
        label={shell.settings}
        links={SETTINGS_SECTIONS.map((each) => ({
          to: pathTo('settingsSection', each),
          label: settings.sections[each],
        }))}
      />
      <h2>{settings.sections[section]}</h2>
      {/* What can be scrolled is the page, not a part of it. */}
      <div className={styles['section']}>
        <Content section={section} />
      </div>
    </Page>
  );
}

function Content({ section }: Readonly<{ section: Section }>): ReactElement {
  const { settings } = useWords();
  const hasWindow = useHasWindow();
  switch (section) {
    case 'general':
      return <GeneralForm />;
    case 'watching':
      return <WatchingForm />;
    case 'notifications':
      return <NotificationsForm hasWindow={hasWindow} />;
    case 'diagnostics':
      return <DiagnosticsReport />;
    case 'about':
      return <AboutFacts />;
    case 'appearance':
      return <AppearanceForm />;
    case 'spending':
      return (
        <>
          <p>{settings.spendingText}</p>
          <p>
            <Link to={pathTo('credits')}>{settings.toLimits}</Link>
          </p>
        </>
      );
    case 'pace':
      return (
        <>
          <OfflineForm />
          <PaceForm />
        </>
      );
    case 'keyboard':
      return <KeyboardForm />;
    case 'data':
      return <DataFacts />;
    default:
      return section satisfies never;
  }
}

function KeyboardForm(): ReactElement {
  const { settings } = useWords();
  const appearance = useAppearanceStore();
  const { hasCharacterKeys } = useAppearance();
  return (
    <>
      <ShortcutTable />
      <Checkbox
        isSelected={hasCharacterKeys}
        onChange={(isWanted) => appearance.setState({ hasCharacterKeys: isWanted })}
      >
        {settings.characterKeys}
      </Checkbox>
    </>
  );
}

/** How the page looks. Applies at once, and needs nobody. */
function AppearanceForm(): ReactElement {
  const { shell } = useWords();
  const appearance = useAppearanceStore();
  const { theme } = useAppearance();
  return (
    <div className={arrangement['fields']}>
      <RadioGroup
        label={shell.theme}
        options={THEMES.map((value) => ({ value, label: shell.themes[value] }))}
        value={theme}
        onChange={(chosen) => appearance.setState({ theme: chosen })}
      />
    </div>
  );
}
