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
import { DataFacts } from './data-facts.tsx';
import { DiagnosticsReport } from './diagnostics-report.tsx';
import { OfflineForm, PaceForm } from './pace-form.tsx';
import { WatchingForm } from './watching-form.tsx';
import { GeneralForm } from './general-form.tsx';
import { NotificationsForm } from './notifications-form.tsx';
import { ShortcutTable } from '../shell/shortcut-table.tsx';
import arrangement from '../../ui/layout/arrangement.module.css';
import { PRODUCT } from '../../../src-shared/model/text/product.ts';
import { Facts } from '../../ui/layout/facts.tsx';
import { Table } from '../../ui/grid/table.tsx';

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

/** What this program is, and whose work it builds on. Works without the service. */
function AboutFacts(): ReactElement {
  const { settings } = useWords();
  return (
    <>
      <p>{settings.aboutText}</p>
      <Facts
        facts={[
          { label: settings.version, value: PRODUCT.version },
          { label: settings.licence, value: PRODUCT.licence },
        ]}
      />
      <h3>{settings.components}</h3>
      <Table
        caption={settings.components}
        columns={[
          { id: 'name', label: settings.component, cell: ({ name }) => name },
          { id: 'licence', label: settings.licence, cell: ({ licence }) => licence },
        ]}
        rows={COMPONENTS}
        rowId={({ name }) => name}
      />
    </>
  );
}

interface Component {
  readonly name: string;
  readonly licence: string;
}

const APACHE = 'Apache-2.0';
const OPEN_FONT = 'OFL-1.1';

/** By name. */
export const COMPONENTS: readonly Component[] = [
  { name: '@dagrejs/dagre', licence: 'MIT' },
  { name: '@fastify/busboy', licence: 'MIT' },
  { name: '@fontsource-variable/source-code-pro', licence: OPEN_FONT },
  { name: '@fontsource-variable/source-sans-3', licence: OPEN_FONT },
  { name: '@fontsource-variable/source-serif-4', licence: OPEN_FONT },
  { name: '@napi-rs/blake-hash', licence: 'MIT' },
  { name: '@napi-rs/keyring', licence: 'MIT' },
  { name: '@noble/hashes', licence: 'MIT' },
  { name: '@tanstack/react-query', licence: 'MIT' },
  { name: '@xyflow/react', licence: 'MIT' },
  { name: '@zip.js/zip.js', licence: 'BSD-3-Clause' },
  { name: 'axios', licence: 'MIT' },
  { name: 'better-sqlite3', licence: 'MIT' },
  { name: 'bidi-js', licence: 'MIT' },
  { name: 'chokidar', licence: 'MIT' },
  { name: 'commander', licence: 'MIT' },
  { name: 'dejavu-fonts-ttf', licence: 'SEE LICENSE IN README.md AND LICENSE' },
  { name: 'diff', licence: 'BSD-3-Clause' },
  { name: 'electron', licence: 'MIT' },
  { name: 'electron-updater', licence: 'MIT' },
  { name: 'hash-wasm', licence: 'MIT' },
  { name: 'ignore', licence: 'MIT' },
  { name: 'jose', licence: 'MIT' },
  { name: 'lucide-react', licence: 'ISC' },
  { name: 'marked', licence: 'MIT' },
  { name: 'multiformats', licence: 'Apache-2.0 OR MIT' },
  { name: 'node', licence: 'MIT' },
  { name: 'pdfjs-dist', licence: APACHE },
  { name: 'pdfkit', licence: 'MIT' },
  { name: 'react', licence: 'MIT' },
  { name: 'react-aria-components', licence: APACHE },
  { name: 'react-dom', licence: 'MIT' },
  { name: 'react-is', licence: 'MIT' },
  { name: 'react-router', licence: 'MIT' },
  { name: 'recharts', licence: 'MIT' },
  { name: 'structured-headers', licence: 'MIT' },
  { name: 'swagger-ui-dist', licence: APACHE },
  { name: 'uqr', licence: 'MIT' },
  { name: 'ws', licence: 'MIT' },
  { name: 'zod', licence: 'MIT' },
  { name: 'zustand', licence: 'MIT' },
];
