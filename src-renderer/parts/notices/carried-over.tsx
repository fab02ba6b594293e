/** Says what became of settings of an earlier version, until a person has read it. */
import type { ReactElement } from 'react';
import type { CarriedOver } from '../../../src-shared/model/status/carried-over.ts';
import { useSend } from '../../data/use-action.ts';
import { useRead } from '../../data/use-read.ts';
import { pathTo } from '../../paths.ts';
import { Button } from '../../ui/layout/button.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { useWords } from '../../words/words-context.ts';
import { FaultText } from './error-notice.tsx';
import { HealthBanner } from './health-banner.tsx';

/** Where it is changed, if that is one place. */
const PLACES: Readonly<Record<CarriedOver['kind'], 'credits' | null>> = {
  limits: 'credits',
  watching: null,
  queue: null,
  check: null,
};

export function CarriedOverNotice(): ReactElement | null {
  const { carriedOver, ui } = useWords();
  const { value: items, readAgain } = useRead('status.carriedOver');
  const { send, isPending, fault } = useSend('status.markRead');
  if (items === null || items.length === 0) return null;
  const places = new Set(items.map(({ kind }) => PLACES[kind]).filter((place) => place !== null));
  return (
    <HealthBanner
      severity="info"
      title={carriedOver.title}
      text={items.map(carriedOver.text).join(' ')}
    >
      {[...places].map((place) => (
        <LinkButton key={place} isSmall to={pathTo(place)}>
          {carriedOver.change}
        </LinkButton>
      ))}
      <Button isSmall isPending={isPending} onPress={() => send({}, readAgain)}>
        {ui.close}
      </Button>
      <FaultText fault={fault} />
    </HealthBanner>
  );
}
