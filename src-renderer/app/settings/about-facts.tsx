/** What this program is, and whose work it builds on. Works without the service. */
import type { ReactElement } from 'react';
import { PRODUCT } from '../../../src-shared/model/text/product.ts';
import { Facts } from '../../ui/layout/facts.tsx';
import { Table } from '../../ui/grid/table.tsx';
import { useWords } from '../../words/words-context.ts';

export function AboutFacts(): ReactElement {
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
