import { expect, test } from 'vitest';
import { engineAtService } from '../../test-support/engine-at-service.ts';
import { assignment, folderRules } from '../../test-support/temporary-state.ts';

test('settings over the bridge: defaults are announced, the report names neither person nor file nor token', async () => {
  const lab = await engineAtService();
  await lab.signIn();
  const defaults = { settleSeconds: 5, exclude: ['*.log'] };
  await lab.call('settings.setWatching', defaults);
  expect(await lab.call('settings.watching', {})).toEqual(defaults);
  expect(lab.events.map(({ event }) => event.kind)).toContain('folders-changed');

  const projectId = await lab.projectId();
  const secret = lab.write('plates/secret-name.csv', 'secret content');
  const free = assignment({ projectId, checkPolicy: 'never' });
  const rules = folderRules({ assignment: free, settleSeconds: 0 });
  await lab.call('folders.add', { path: lab.at('plates'), rules });
  await lab.until(
    () => lab.call('files.explain', { path: secret }),
    (explained) => JSON.stringify(explained).includes('ready'),
  );
  const report = await lab.call('settings.diagnostics', {});
  expect(report).toMatchObject({
    session: { state: 'signed-in', kept: 'file' },
    engine: { state: 'running' },
    account: { folders: [{ files: 1, trouble: null }], folderDefaults: defaults },
  });
  const text = JSON.stringify(report);
  expect(text).not.toMatch(/eyJ[\w-]+\./);
  for (const hidden of ['secret-name', 'secret content', lab.email, lab.password]) {
    expect(text).not.toContain(hidden);
  }
});
