/** Whether a file is what was notarized, and whether a folder still is: read on this computer, without sending a byte. */
import fs from 'node:fs/promises';
import { JOURNEY } from '../support/count-effort.ts';
import { button, expect, row, test, title } from '../support/face-test.ts';

/** One bit of it is another one, as a failing disk leaves it: size and times say that nothing happened. */
async function rot(path: string): Promise<void> {
  const { atime, mtime } = await fs.stat(path);
  const bytes = await fs.readFile(path);
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  await fs.writeFile(path, bytes);
  await fs.utimes(path, atime, mtime);
}

test(
  'a file matches, does not match, or cannot be told; an audit finds the byte that nobody changed (P20, P22)',
  { tag: JOURNEY },
  async ({ lab, openFace }) => {
    await lab.write('runs/plate.csv', 'minutes,a\n0,1\n');
    await lab.write('runs/other.csv', 'minutes,b\n0,2\n');
    const plate = lab.at('runs/plate.csv');
    await lab.watch('runs');
    const { files } = await lab.sync('--yes');
    const proof = files.find(({ path }) => path === plate);
    const { page, goTo } = await openFace(lab);
    const choose = async (path: string) => {
      const choosing = page.waitForEvent('filechooser');
      await button(page, 'Choose file').click();
      await (await choosing).setFiles(path);
    };
    const verdict = (name: string) => page.getByRole('region', { name, exact: true });
    await lab.mock.forgetRequests();

    await goTo(`/projects/${proof?.projectId}/files/${proof?.fileId}/certificate?tab=verify`);
    await expect(
      page.getByText(proof?.sha256?.slice(0, 4) ?? 'a fingerprint').first(),
    ).toBeVisible(); // it moves the button
    await button(page, 'Use the copy in runs').click();
    await expect(verdict('Match')).toContainText('byte-for-byte the one notarized on');
    await expect(verdict('Match')).toContainText('Both fingerprints are the same.');

    await choose(await lab.write('elsewhere/plate.csv', 'minutes,b\n0,2\n'));
    await expect(verdict('Does not match')).toContainText('It matches other.csv, notarized on');
    await expect(verdict('Does not match')).toContainText('The fingerprints are not the same.');

    const asked = await lab.mock.requests();
    expect(asked.filter(({ method }) => method !== 'GET')).toEqual([]); // nothing was sent
    await lab.stopMock(); // what is known here is enough from here on
    await goTo('/verify');
    await choose(await lab.write('elsewhere/new.csv', 'never seen\n'));
    await expect(verdict('Can’t tell yet')).toContainText('No record on this computer');
    await choose(await lab.write('elsewhere/again.csv', 'minutes,a\n0,1\n'));
    await expect(verdict('Match')).toContainText('again.csv');
    const saving = page.waitForEvent('download');
    await button(page, 'Save report').click();
    await page.getByRole('menuitem', { name: /JSON/ }).click();
    const report = JSON.parse(await fs.readFile(await (await saving).path(), 'utf8')) as object;
    expect(JSON.stringify(report)).toContain(proof?.sha256 ?? 'a fingerprint');

    await rot(plate);
    await goTo('/audits');
    await button(page, `Audit now: ${lab.at('runs')}`).click();
    await expect(title(page)).toHaveText(`Audit of ${lab.at('runs')}`);
    const outcome = verdict('1 file has changed silently');
    await expect(outcome).toContainText('1 changed since notarized · 1 proven unchanged');
    await expect(row(page, /plate\.csv/)).toContainText('Changed silently');
    await expect(row(page, /other\.csv/)).toContainText('Proven unchanged');
    const printing = page.waitForEvent('download');
    await button(page, 'Save report').click();
    await page.getByRole('menuitem', { name: /^To print and sign/ }).click();
    const paper = await printing;
    expect(paper.suggestedFilename()).toMatch(/^labseal-audit-.*\.pdf$/);
    expect((await fs.readFile(await paper.path(), 'latin1')).slice(0, 8)).toBe('%PDF-1.7');
    await button(outcome, 'I have seen this').click();
    await expect(button(outcome, 'I have seen this')).toHaveCount(0);
    await page.reload();
    await expect(outcome).toBeVisible();
    await goTo('/audits');
    await expect(page.getByRole('table', { name: 'Earlier audits' })).toContainText(
      '1 file has changed silently',
    );
  },
);
