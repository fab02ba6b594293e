/** The data of a certificate: what is known of it in words, all of it as a tree, and word for word. */
import { type ReactElement, useMemo, useState } from 'react';
import type { ShownProof } from '../../../src-shared/bridge/certificate-calls.ts';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { CopyButton } from '../../ui/layout/copy-button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { HealthBanner } from '../../parts/notices/health-banner.tsx';
import { Icon } from '../../ui/layout/icon.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './certificates.module.css';
import { fingerprintsOf } from './proof-facts.tsx';

const LONGEST_SHOWN = 500_000; // characters: more would only slow the window down; saving gives all

export function CertificateData({
  bytes,
  proof,
}: Readonly<{ bytes: Uint8Array<ArrayBuffer>; proof: ShownProof }>): ReactElement {
  const { certificates } = useWords();
  const [isRaw, setIsRaw] = useState(false);
  const text = useMemo(() => new TextDecoder().decode(bytes), [bytes]);
  const data = useMemo(() => parse(text), [text]);
  const own = fingerprintsOf(proof);
  const prints = own.filter(({ hex }) => namesFingerprint(text, hex));
  return (
    <div className={styles['stack']}>
      {own.length > 0 && (
        <p className={styles['fact']}>
          <Icon name={prints.length > 0 ? 'circle-check' : 'circle-question-mark'} />
          {prints.length > 0
            ? certificates.holdsPrint(prints.map(({ method }) => method))
            : certificates.holdsNoPrint}
        </p>
      )}
      {data !== undefined && (
        <dl className={styles['facts']}>
          {knownFacts(data).map(({ name, value }) => (
            <div key={name}>
              <dt>{certificates.known[name]}</dt>
              <dd translate="no">{printable(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className={styles['tools']}>
        <Checkbox
          isSelected={isRaw || data === undefined}
          onChange={setIsRaw}
          isDisabled={data === undefined}
        >
          {certificates.raw}
        </Checkbox>
        <CopyButton label={certificates.copyData} text={text} />
      </div>
      {data === undefined && (
        <HealthBanner severity="info" title={certificates.noJson} text={certificates.noJsonText} />
      )}
      {isRaw || data === undefined ? (
        <pre className={styles['raw']} tabIndex={0} aria-label={certificates.raw} translate="no">
          {readable(text.slice(0, LONGEST_SHOWN))}
        </pre>
      ) : (
        <div className={styles['tree']}>
          <JsonTree value={data} />
        </div>
      )}
    </div>
  );
}

/** Its lines stay; what would turn the reading direction, or could not be seen, is written out. */
function readable(text: string): string {
  return text.replaceAll(/[^\r\n\t]+/g, printable);
}

/** Undefined for a text that is no JSON, or too long to be shown as a tree. */
function parse(text: string): unknown {
  if (text.length > LONGEST_SHOWN) return undefined;
  try {
    const data: unknown = JSON.parse(text);
    return data;
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

const MOST_CHILDREN = 500;
const OPEN_LEVELS = 2;

/** Data of unknown shape as a tree that opens. Everything in it is text: nothing is taken for markup, an address or a direction to read in. */
function JsonTree({
  value,
  name = null,
  depth = 0,
}: Readonly<{ value: unknown; name?: string | null; depth?: number }>): ReactElement {
  const { certificates } = useWords();
  if (typeof value !== 'object' || value === null) {
    return (
      <div className={styles['leaf']}>
        {name !== null && <span className={styles['key']}>{printable(name)}</span>}
        <span className={styles['value']} translate="no">
          {typeof value === 'string' ? printable(value) : JSON.stringify(value)}
        </span>
      </div>
    );
  }
  const children = Object.entries(value);
  const shown = children.slice(0, MOST_CHILDREN);
  return (
    <details open={depth < OPEN_LEVELS} className={styles['branch']}>
      <summary>
        <span className={styles['key']}>
          {name === null ? certificates.wholeData : printable(name)}
        </span>{' '}
        <span className={styles['quiet']}>{certificates.entries(children.length)}</span>
      </summary>
      <div className={styles['children']}>
        {shown.map(([key, inner]) => (
          <JsonTree key={key} name={key} value={inner} depth={depth + 1} />
        ))}
        {children.length > shown.length && (
          <p className={styles['quiet']}>{certificates.moreInRaw}</p>
        )}
      </div>
    </details>
  );
}

/** Names that the service documents, wherever they stand. */
const KNOWN_NAMES = ['FileHash', 'JsonCid', 'FileLinkStore'] as const;
type KnownName = (typeof KNOWN_NAMES)[number];

interface KnownFact {
  readonly name: KnownName;
  readonly value: string;
}

const MOST_DEPTH = 20;

/** The first value of each known name, from the outside in. */
export function knownFacts(data: unknown): readonly KnownFact[] {
  const found = new Map<KnownName, string>();
  let level: readonly unknown[] = [data];
  for (let depth = 0; depth < MOST_DEPTH && level.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const [key, inner] of Object.entries(value)) {
        const name = KNOWN_NAMES.find((each) => each === key);
        if (name !== undefined && typeof inner === 'string' && !found.has(name)) {
          found.set(name, inner);
        }
        next.push(inner);
      }
    }
    level = next;
  }
  return KNOWN_NAMES.flatMap((name) => {
    const value = found.get(name);
    return value === undefined ? [] : [{ name, value }];
  });
}

/** Whether the text names this fingerprint, in letters of any case. */
export function namesFingerprint(text: string, hex: string): boolean {
  return text.toLowerCase().includes(hex.toLowerCase());
}
