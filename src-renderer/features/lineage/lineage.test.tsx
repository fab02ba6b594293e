import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeLineage } from '../../../src-shared/model/lineage/lineage.ts';
import {
  derived,
  fileHere,
  lineageFacts,
  recorded,
} from '../../../src-shared/model/lineage/test-support/lineage.ts';
import { fail } from '../../../src-shared/model/result.ts';
import { lineageAnswers } from '../../test-support/lineage.ts';
import { AWAY } from '../../test-support/builders.ts';
import { hrefOf, press, expectText, expectRole } from '../../test-support/person.ts';
import { fakeBridge, type Answers } from '../../test-support/fake-bridge.ts';
import { visit } from '../../test-support/visit.tsx';
import { en } from '../../words/en.ts';
import { lineageRows } from '../../../src-shared/model/lineage/lineage-view.ts';
import { lineageColumns } from './list-view.tsx';
import { LineageDetails } from './lineage-details.tsx';
import { LineageScreen } from './lineage-screen.tsx';

// A page without a size has no way to ask for it either.
beforeAll(() => vi.stubGlobal('matchMedia', () => ({ matches: true })));
afterAll(() => vi.unstubAllGlobals());

const LAB = makeLineage(
  lineageFacts(
    [
      recorded('gone', { status: 'Deleted', name: 'run-1.raw' }),
      recorded('a', { name: 'run-2.raw' }),
      derived('c', ['gone'], { name: 'peaks-1.csv' }),
      derived('d', ['a'], { name: 'peaks-2.csv' }),
    ],
    { here: [fileHere('7', { name: 'peaks-3.csv', primaryData: 'lost' })] },
  ),
);

function show(search = '', answers: Answers = lineageAnswers(LAB)) {
  const bridge = fakeBridge({ 'outbox.list': () => ({ changes: [] }), ...answers });
  const page = { path: '/projects/:projectId/lineage', address: `/projects/p1/lineage${search}` };
  return { bridge, ...visit(bridge, page, LineageScreen) };
}

/** What the boxes of a drawing say; a page without a layout hides them all. */
function textsIn(drawing: HTMLElement): readonly string[] {
  return within(drawing)
    .getAllByRole('button', { hidden: true })
    .map(({ textContent }) => textContent)
    .filter((text) => text !== '');
}

const noDeed = () => undefined;

/** A page without a layout shows no line of a grid; what a line shows is drawn by itself. */
function lineTexts(): readonly string[] {
  const columns = lineageColumns(en);
  return lineageRows(LAB, {}).map((row) => {
    const { container, unmount } = render(
      <>
        {columns.map(({ id, cell }) => (
          <p key={id}>{cell(row)}</p>
        ))}
      </>,
    );
    const texts = [...container.querySelectorAll('p')].map(({ textContent }) => textContent);
    unmount();
    return texts.join(' | ');
  });
}

describe('the list', () => {
  test('it is nested, what is wrong first, and says all of it to whoever cannot see it', async () => {
    show();
    const grid = await screen.findByRole('grid', { name: /^Which file was made from which/ });
    expect(grid).toHaveAttribute('aria-rowcount', '9');
    expect(screen.getByText('7 files, 3 secondary files')).toBeVisible();
    const lines = lineTexts();
    const order = [
      /^Level 1\.peaks-1\.csv.*Secondary · Private \| Notarized \| 1 warningIts primary file run-1\.raw was deleted/,
      /^Level 2\.run-1\.raw.*Made from · Primary · Private \| Deleted on the service \|  \| 1 file$/,
      /^Level 2\.sop\.pdf.*Procedure · Primary · Private \| Notarized/,
      /^Level 1\.peaks-3\.csv.*Only on this computer so far \| Held · add procedure \| 2 warnings/,
      /^Level 2\.lost.*Made from \| Unknown to the service/,
      /^Level 1\.peaks-2\.csv.* \| Notarized \|  \| —$/,
    ];
    for (const [index, line] of order.entries()) expect(lines[index]).toMatch(line);
  });

  test('warnings are said above it, and shown alone on request', async () => {
    const { bridge } = show();
    await expectText('3 citations need attention');
    await press('Show them');
    expect(screen.getByRole('checkbox', { name: /with problems/ })).toBeChecked();
    await userEvent.type(screen.getByRole('searchbox'), 'nowhere');
    await expectRole('heading', 'No file fits');
    expect(screen.getByRole('searchbox')).toHaveFocus();
    const filters = bridge.asked.filter(({ name }) => name === 'lineage.range');
    expect(filters.at(-1)?.input).toMatchObject({
      filter: { projectId: 'p1', text: 'nowhere', onlyWarnings: true },
    });
  });

  test('a chosen file says what is wrong, what it cites and what cites it, each to be gone to', async () => {
    const chosen: string[] = [];
    const Chosen = ({ nodeId }: { readonly nodeId: string }) => (
      <LineageDetails
        projectId="project-1"
        nodeId={nodeId}
        name=""
        onChoose={({ id }) => chosen.push(id)}
        onShow={noDeed}
        showLabel="Show in the graph"
        onClose={noDeed}
      />
    );
    const bridge = fakeBridge(lineageAnswers(LAB));
    const first = visit(bridge, { path: '/' }, () => <Chosen nodeId="private:c" />);
    const pane = await screen.findByRole('complementary', { name: 'Details' });
    expect(await within(pane).findByText(/run-1\.raw was deleted on the service/)).toBeVisible();
    expect(within(pane).getByText('Peaks were picked.')).toBeVisible();
    const cited = within(pane).getByRole('region', { name: 'Made from' });
    await press('run-1.raw', within(cited));
    expect(chosen).toEqual(['private:gone']);
    first.unmount();
    visit(bridge, { path: '/' }, () => <Chosen nodeId="private:gone" />);
    const using = await screen.findByRole('region', { name: 'Used for' });
    expect(within(using).getByRole('button', { name: 'peaks-1.csv' })).toBeVisible();
    expect(screen.getByText('It cites no file.')).toBeVisible();
    expect(hrefOf('Open certificate')).toBe('/projects/project-1/files/gone/certificate');
  });
});

describe('around it', () => {
  test('no secondary file, a project that nobody knows, and a fault each say so', async () => {
    const none = show('', lineageAnswers(makeLineage(lineageFacts([]))));
    await expectRole('heading', 'No secondary files yet');
    expect(screen.getByRole('link', { name: 'Add procedure info' })).toBeVisible();
    none.unmount();
    const unknown = show('', {
      'lineage.range': () => fail({ kind: 'unknown-project', projectId: 'p1' }),
    });
    await expectRole('heading', 'There is no such project');
    unknown.unmount();
    show('', {
      'lineage.range': () => fail(AWAY),
    });
    await expectRole('button', 'Try again');
  });

  test('what was seen is said: how old it is, and that it is not all', async () => {
    show('', lineageAnswers(LAB, { asOfMs: 1_000, isComplete: false }));
    await expectText(/^As of/, /There may be more/);
  });

  test('what passes by itself is said apart from what needs somebody', async () => {
    const files = [recorded('a', { status: 'Pending' }), derived('c', ['a'])];
    show('', lineageAnswers(makeLineage(lineageFacts(files))));
    await expectText(/^One file cites a file that is still to be recorded/);
    expect(screen.queryByText(/needs? you/)).toBeNull();
  });
});

describe('the drawing', () => {
  test('every file is a button with name, kind, status and warnings; choosing one tells all about it', async () => {
    show('?view=graph&focus=d');
    const drawing = await screen.findByRole('region', { name: /^peaks-2\.csv: / });
    const texts = [
      expect.stringMatching(/^peaks-2\.csv.*Secondary · PrivateNotarized$/),
      expect.stringMatching(/^run-2\.raw.*Primary · PrivateNotarized$/),
      expect.stringMatching(/^sop\.pdf.*Primary · PrivateNotarized$/),
    ];
    await waitFor(() => expect(textsIn(drawing)).toEqual(texts));
    expect(within(drawing).getByRole('button', { name: 'Larger' })).toBeVisible();
  });

  test('all that is joined is drawn on request, with what is wrong', async () => {
    show('?view=graph&focus=d');
    await press('Show all that is joined');
    const drawing = await screen.findByRole('region', { name: 'Files that cite each other' });
    const texts = () => textsIn(drawing).join('\n');
    await waitFor(() =>
      expect(texts()).toMatch(/^peaks-1\.csv.*Secondary · PrivateNotarized1 warning$/m),
    );
    expect(texts()).toMatch(/^lost.*Unknown to the service$/m);
    const legend = within(screen.getByRole('list', { name: 'What the colours mean' }));
    expect(legend.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Needs attention',
      'On the service',
      'Waiting, gone or unknown',
    ]);
  });

  test('a file that nobody knows is said to be unknown', async () => {
    show('?view=graph&focus=nobody');
    expect(await screen.findByRole('alert')).toBeVisible();
  });
});
