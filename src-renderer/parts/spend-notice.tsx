/** Says what waits for a yes and what it costs, and asks when the person wants to give it. */
import { useState, type ReactElement } from 'react';
import type { SpendOffer } from '../../src-shared/bridge/file-calls.ts';
import { useWords } from '../words/words-context.ts';
import { Button } from '../ui/layout/button.tsx';
import { HealthBanner } from './health-banner.tsx';
import { SpendQuestion } from './spend-question.tsx';

export interface SpendNoticeProps {
  readonly offer: SpendOffer;
  readonly balance: number | null;
  readonly isPending: boolean;
  readonly problem: string | null;
  /** `onDone` is called once it was agreed to. */
  readonly onAgree: (onDone: () => void) => void;
}

export function SpendNotice({ offer, onAgree, ...rest }: SpendNoticeProps): ReactElement {
  const { spend, ui } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const price = offer.isExact ? ui.credits(offer.credits) : ui.aboutCredits(offer.credits);
  return (
    <>
      <HealthBanner
        severity="info"
        title={spend.waits(offer.files)}
        text={spend.costs(offer.files, price)}
      >
        <Button isSmall onPress={() => setIsOpen(true)}>
          {spend.approve(offer.files, price)}
        </Button>
      </HealthBanner>
      <SpendQuestion
        {...rest}
        offer={offer}
        isOpen={isOpen}
        onAgree={() => onAgree(close)}
        onClose={close}
      />
    </>
  );
}
