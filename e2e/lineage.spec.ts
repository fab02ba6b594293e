/** How a person says where files come from: many at once by a rule, seen as a list and as a drawing. */
import { JOURNEY } from './support/count-effort.ts';
import { button, expect, field, test } from './support/face-test.ts';
import { researcher } from './support/people.ts';

test(
  'files are completed by a rule made from an example, cite files that go before them, and are seen as list and drawing',
  { tag: JOURNEY },
  async ({ lab, openFace }) => {
    const projectId = await lab.projectId();
    for (const run of ['07', '08']) await lab.write(`raw/run-${run}.raw`, `raw ${run}`);
    await lab.write('raw/sop.txt', 'Peaks are picked at 3 sigma.');
    await lab.watch('raw');
    await lab.sync('--yes');
    for (const run of ['07', '08']) await lab.write(`peaks/peaks_run-${run}.csv`, `peaks ${run}`);
    await lab.watch('peaks', '--type', 'secondary', '--budget', '100');
    const { page, goTo } = await openFace(lab);
    await goTo(`/projects/${projectId}/lineage`);
    await expect(page.getByText('4 citations need attention')).toBeVisible();
    await page.getByRole('link', { name: 'Add procedure info' }).click();

    const example = page.getByRole('region', { name: 'From an example' });
    await button(example, 'It was made from: Choose files').click();
    await example.getByRole('option', { name: 'run-07.raw' }).click();
    await button(example, 'Make a rule of it').click();
    await expect(field(page, 'Names of the files')).toHaveValue('peaks_{name}.csv');
    const rule = page.getByRole('region', { name: 'The rule' });
    await button(rule, 'Files that describe the procedure: Choose files').click();
    await rule.getByRole('option', { name: 'sop.txt' }).click();
    await field(rule, 'How it was made').fill('Peaks picked at 3 sigma');
    await button(page, 'Complete 2 files').click();
    await expect(page.getByText('2 files are complete.')).toBeVisible();

    await goTo(`/projects/${projectId}/lineage`);
    const grid = page.getByRole('grid', { name: /^Which file was made from which/ });
    const peaks = grid.getByRole('row', { name: /Level 1\. peaks_run-07\.csv/ });
    await expect(peaks).toContainText('Notarized');
    await expect(grid.getByRole('row', { name: /Level 2\. run-07\.raw/ })).toContainText(
      'Made from',
    );
    const files = await lab.mock.files(researcher, projectId, 'private');
    const idOf = (name: string) => files.find((file) => file.name === name)?.id;
    expect(files.find(({ name }) => name === 'peaks_run-08.csv')).toMatchObject({
      primaryData: idOf('run-08.raw'),
      linkToProcedure: idOf('sop.txt'),
      procedureDescription: 'Peaks picked at 3 sigma',
    });

    await peaks.click();
    await button(page, 'Show in the graph').click();
    const drawing = page.getByRole('region', { name: /^peaks_run-07\.csv: / });
    const box = drawing.getByRole('button', { name: /^run-07\.raw.*Primary · Private.*Notarized/ });
    await expect(box).toBeVisible();
    await expect(drawing.getByRole('button', { name: /run-08/ })).toHaveCount(0);
    await box.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('It cites no file.')).toBeVisible();
  },
);
