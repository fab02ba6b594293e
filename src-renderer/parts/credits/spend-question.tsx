/** Asks before credits are spent: how many files, what they cost, what is left. The button carries the number. */
import { type ReactElement, useEffect, useState } from 'react';
import type {
  FileListRow,
  SpendOffer,
  WaitingOffer,
} from '../../../src-shared/bridge/file-calls.ts';
import type { Words } from '../../words/en.ts';
import type { Waits } from '../../words/en/spending.ts';
import { useWords } from '../../words/words-context.ts';
import { Button } from '../../ui/layout/button.tsx';
import { classes } from '../../ui/layout/classes.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { Problem } from '../../ui/form/form.tsx';
import styles from './spend-question.module.css';
import { HealthBanner } from '../notices/health-banner.tsx';
import prose from '../../ui/layout/prose.module.css';
import {
  creditsLeft,
  lackingCredits,
  type PassedLimit,
  type Purse,
} from '../../../src-shared/model/money/spend-limits.ts';

/** `prices`: how many of the files cost how much each, where that is known. */
type PricedOffer = SpendOffer & Partial<Pick<WaitingOffer, 'prices'>>;

/** Nobody reads a price and answers it sooner. */
const READING_MS = 1_000;

/** A press so soon after the price grew was meant for the one before: it approves nothing, and `tooSoon` says why. */
function useSeenPrice(credits: number, onAgree: () => void) {
  const { spend } = useWords();
  const [seen, setSeen] = useState(credits);
  const [isTooSoon, setIsTooSoon] = useState(false);
  const hasGrown = credits > seen;
  if (credits < seen) setSeen(credits);
  useEffect(() => {
    if (!hasGrown) return undefined;
    const timer = setTimeout(() => setSeen(credits), READING_MS);
    return () => clearTimeout(timer);
  }, [hasGrown, credits]);
  return {
    press: () => {
      setIsTooSoon(hasGrown);
      if (!hasGrown) onAgree();
    },
    tooSoon: isTooSoon ? spend.hasGrown : null,
  };
}

/** How an approval is given. */
interface Agreeing {
  readonly isPending: boolean;
  /** Why it was not agreed to; null when there is nothing to say. */
  readonly problem: string | null;
  readonly onAgree: () => void;
}

export function SpendQuestion({
  offer,
  limits = [],
  about,
  balance,
  isOpen,
  isPending,
  problem,
  onAgree,
  onClose,
}: Readonly<
  Agreeing & {
    offer: PricedOffer;
    /** Those that the approval passes. Each is named. */
    limits?: readonly PassedLimit[];
    /** What is to be known before the figures. */
    about?: string;
    /** Null when it was never read. */
    balance: Purse | null;
    isOpen: boolean;
    onClose: () => void;
  }
>): ReactElement {
  const words = useWords();
  const { spend, ui, figures, spending } = words;
  const { files, bytes, credits } = offer;
  const { press, tooSoon } = useSeenPrice(credits, onAgree);
  const isBeyond = limits.length > 0;
  const lacking = balance === null || isBeyond ? 0 : lackingCredits(balance, credits);
  const lines = [
    { label: spend.files, value: `${figures.number(files)} · ${figures.size(bytes)}` },
    { label: spending.price, value: ui.atMost(credits) },
    // Always present, so that nothing moves when the balance arrives.
    { label: spend.balance, value: balance === null ? spend.notRead : spend.has(balance) },
    lacking > 0
      ? { label: spend.short, value: figures.number(lacking) }
      : {
          label: spend.left,
          value: balance === null ? spend.notRead : figures.number(creditsLeft(balance, credits)),
        },
  ];
  return (
    <ConfirmDialog
      title={spend.title(files)}
      isOpen={isOpen}
      onClose={onClose}
      confirm={
        isBeyond
          ? spend.approveBeyond[
              limits.some(({ budget }) => budget === 'reserve') ? 'reserve' : 'limit'
            ](files, priceTag(credits, words))
          : spend.approve(files, priceTag(credits, words))
      }
      seenIn="activity"
      isPending={isPending}
      onConfirm={press}
    >
      {about !== undefined && <p className={prose['aside']}>{about}</p>}
      <dl className={styles['lines']}>
        {lines.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {limits.map(({ budget, folderId, limit }) => (
        <p key={`${budget} ${folderId ?? ''}`}>{spend.passes[budget](limit)}</p>
      ))}
      <p className={classes(prose['aside'], styles['twoLines'])}>
        {lacking > 0 && balance !== null
          ? waitingText(
              creditsLeft(balance, credits) < 0 ? spend.shortText : spend.reserveText,
              waitingPart(offer, balance),
            )
          : spend.neverMore}
      </p>
      <Problem text={tooSoon ?? problem} />
    </ConfirmDialog>
  );
}

/** What several files cost at most. Equal contents count as often as they are there: never less than is charged. Pure. */
export function sumOf(files: readonly Pick<FileListRow, 'sizeBytes' | 'credits'>[]): SpendOffer {
  return {
    files: files.length,
    bytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    credits: files.reduce((sum, { credits }) => sum + credits, 0),
  };
}

/** What agrees to exactly what is on screen: what comes later, or is written again meanwhile, waits. */
export function agreementTo({ credits, latestAtMs }: WaitingOffer) {
  return latestAtMs === null ? { credits } : { credits, upToMs: latestAtMs };
}

/** Asks before files are uploaded a second time that the service did not write to the chain: what that costs, and why. */
export function UploadAgainQuestion({
  files,
  ...rest
}: Readonly<
  Agreeing & { files: readonly FileListRow[]; balance: Purse | null; onClose: () => void }
>): ReactElement {
  const { spend } = useWords();
  return <SpendQuestion {...rest} offer={sumOf(files)} about={spend.again} isOpen />;
}

/** As a button carries it. */
export function priceTag(credits: number, { spend, ui }: Words): string {
  return credits === 0 ? spend.free : ui.credits(credits);
}

/** What it costs and what is left afterwards, in a sentence. `balance` null: it was never read. */
export function priceSentence(
  offer: PricedOffer,
  balance: Purse | null,
  { spend, ui }: Words,
): string {
  const costs = spend.costs(offer.files, ui.atMost(offer.credits));
  if (balance === null) return `${costs}.`;
  return `${costs}; ${afterwards(offer, balance, spend)}`;
}

function afterwards(offer: PricedOffer, balance: Purse, spend: Words['spend']): string {
  const { credits } = offer;
  const left = creditsLeft(balance, credits);
  const lacking = lackingCredits(balance, credits);
  if (lacking === 0) return spend.leaves(left);
  const reserve = balance.reserve ?? 0;
  const waits = waitingPart(offer, balance);
  return left < 0 ? spend.lacks(lacking, reserve, waits) : spend.usesReserve(reserve, waits);
}

/** What waits of files that cost more than may be spent: what is left over, or all of it. */
function waitingPart({ files, prices = [] }: PricedOffer, balance: Purse): Waits {
  if (files === 1) return 'it';
  if (lackingCredits(balance, 1) > 0) return 'all';
  if (prices.length === 0) return 'rest';
  const now = fittingFiles(prices, creditsLeft(balance, balance.reserve ?? 0));
  return now === 0 ? 'all' : { now, later: files - now };
}

function waitingText(texts: Words['spend']['shortText'], waits: Waits): string {
  return typeof waits === 'string' ? texts[waits] : texts.some(waits);
}

/** The cheapest are sent first. */
function fittingFiles(prices: WaitingOffer['prices'], spendable: number): number {
  let [left, fitting] = [spendable, 0];
  for (const { credits, files } of prices.toSorted((one, other) => one.credits - other.credits)) {
    const paid = Math.min(files, Math.floor(left / credits));
    fitting += paid;
    left -= paid * credits;
    if (paid < files) break;
  }
  return fitting;
}

/** More is asked about once again: nobody wants to have spent it by a slip. */
const MOST_AT_ONE_PRESS = 100;

/** Whether a price that is on screen is asked about once more. `balance` null: it was never read. */
export function needsQuestion(credits: number, balance: Purse | null): boolean {
  const isLacking = balance !== null && lackingCredits(balance, credits) > 0;
  return credits > MOST_AT_ONE_PRESS || isLacking;
}

/**
 * Approves a price that is on screen with what is left afterwards. The press is the consent, as long as it takes neither the
 * reserve nor more than is there, nor very much; else a question names it.
 */
export function ApproveButton({
  offer,
  balance,
  kind = 'secondary',
  isPending,
  problem,
  onAgree,
}: Readonly<
  Agreeing & { offer: PricedOffer; balance: Purse | null; kind?: 'primary' | 'secondary' }
>): ReactElement {
  const words = useWords();
  const [isAsking, setIsAsking] = useState(false);
  const { files, credits } = offer;
  const { press, tooSoon } = useSeenPrice(credits, onAgree);
  const said = tooSoon ?? problem;
  const asks = needsQuestion(credits, balance);
  return (
    <>
      <Button
        isSmall
        kind={kind}
        isPending={isPending}
        onPress={asks ? () => setIsAsking(true) : press}
      >
        {words.spend.approve(files, priceTag(credits, words))}
      </Button>
      {said !== null && <span role="alert">{said}</span>}
      {isAsking && (
        <SpendQuestion
          offer={offer}
          balance={balance}
          isOpen
          isPending={isPending}
          problem={problem}
          onAgree={() => {
            setIsAsking(false);
            onAgree();
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

/** Shows what awaits approval, its price and what is left afterwards, with the approval. */
export function SpendNotice({
  offer,
  balance,
  ...rest
}: Readonly<Agreeing & { offer: PricedOffer; balance: Purse | null }>): ReactElement {
  const words = useWords();
  return (
    <HealthBanner
      severity="info"
      title={words.spend.waits(offer.files)}
      text={priceSentence(offer, balance, words)}
    >
      <ApproveButton {...rest} offer={offer} balance={balance} kind="primary" />
    </HealthBanner>
  );
}
