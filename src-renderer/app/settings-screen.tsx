/** Settings, a section at a time. Everything applies at once. */
import type { ReactElement } from 'react';
import { useParams } from 'react-router';
import { DataFacts } from '../features/settings/data-facts.tsx';
import { LimitsForm } from '../features/settings/limits-form.tsx';
import { PaceForm } from '../features/settings/pace-form.tsx';
import { Page } from '../ui/page.tsx';
import { PageLinks } from '../ui/page-links.tsx';
import { useWords } from '../words/words-context.ts';
import { AppearanceForm } from './appearance-form.tsx';
import { ShortcutTable } from './shortcut-table.tsx';

const SECTIONS = ['appearance', 'spending', 'pace', 'keyboard', 'data'] as const;
type Section = (typeof SECTIONS)[number];

export function SettingsScreen(): ReactElement {
  const { settings } = useWords();
  const asked = useParams()['section'];
  const section = SECTIONS.find((each) => each === asked) ?? 'appearance';
  return (
    <Page title={settings.title}>
      <PageLinks
        label={settings.title}
        links={SECTIONS.map((each) => ({
          to: `/settings/${each}`,
          label: settings.sections[each],
        }))}
      />
      <h2>{settings.sections[section]}</h2>
      <Content section={section} />
    </Page>
  );
}

function Content({ section }: Readonly<{ section: Section }>): ReactElement {
  const { settings } = useWords();
  switch (section) {
    case 'appearance':
      return <AppearanceForm />;
    case 'spending':
      return (
        <>
          <p>{settings.spendingText}</p>
          <LimitsForm />
        </>
      );
    case 'pace':
      return <PaceForm />;
    case 'keyboard':
      return <ShortcutTable />;
    case 'data':
      return <DataFacts />;
    default:
      return section satisfies never;
  }
}
