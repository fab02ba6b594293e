/** The data of a certificate: what is known of it in words, all of it as a tree, and word for word. */
import { useMemo, useState, type ReactElement } from 'react';
import type { ShownProof } from '../../../src-shared/bridge/certificate-calls.ts';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { HealthBanner } from '../../parts/health-banner.tsx';
import { Icon } from '../../ui/layout/icon.tsx';
import { useAnnounce } from '../../ui/feedback/live-region.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './certificates.module.css';
import { fingerprintsOf } from './fingerprints-of.ts';
import { JsonTree } from './json-tree.tsx';
import { knownFacts, namesFingerprint } from './known-facts.ts';

const LONGEST_SHOWN = 500_000; // characters: more would only slow the window down; saving gives all

export function CertificateData({
  bytes,
  proof,
}: Readonly<{ bytes: Uint8Array<ArrayBuffer>; proof: ShownProof }>): ReactElement {
  const { certificates, ui } = useWords();
  const announce = useAnnounce();
  const [isRaw, setIsRaw] = useState(false);
  const text = useMemo(() => new TextDecoder().decode(bytes), [bytes]);
  const data = useMemo(() => parse(text), [text]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    announce(ui.copied);
  };
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
        {'clipboard' in navigator && (
          <Button isSmall icon="copy" onPress={() => void copy()}>
            {certificates.copyData}
          </Button>
        )}
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
