import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openCore } from '../../../app/create-core.ts';
import { temporaryFolder } from '../../../test-support/temporary-state.ts';
import { serveCore } from '../serve-core.ts';
import { settingsAt } from '../test-support/core-at.ts';
import { pageOn } from '../test-support/page-on.ts';
import { serveDemo, type ServedDemo } from './serve-demo.ts';

test('a demo opened from somebody’s own Labseal has its own port, key, account and data, and ends with it', async () => {
  const settings = settingsAt(temporaryFolder());
  const opened = await openCore(settings);
  if (!opened.ok) throw new Error(opened.fault.kind);
  const core = opened.value;
  onTestFinished(() => core.close());
  const demos: ServedDemo[] = [];
  const own = await serveCore({
    core,
    settings,
    port: 0,
    startDemo: async (homePort) => {
      const started = await serveDemo(0, homePort);
      if (started.ok) demos.push(started.value);
      return started;
    },
  });
  let isOpen = true;
  const end = async () => {
    if (isOpen) await own.close();
    isOpen = false;
  };
  onTestFinished(end);
  const home = await pageOn(own.port, new URL(own.address()).hash.slice(1));
  expect(await home.ask('demo.door', {})).toEqual({ ok: true, value: { port: own.port } });
  const answers = await Promise.all([home.ask('demo.open', {}), home.ask('demo.open', {})]);
  const [place, other] = answers.map((answer) => (answer.ok ? answer.value : null));
  if (place == null || other == null) throw new Error('no demo was opened');
  expect(demos).toHaveLength(1);
  expect([place.port, place.port === own.port]).toEqual([other.port, false]);

  const demo = await pageOn(place.port, place.key);
  expect(demo.status).toBe(200);
  expect((await pageOn(place.port, place.key)).status).toBe(401); // once
  expect((await pageOn(own.port, other.key)).status).toBe(401); // and only there
  expect(await demo.ask('status.read', {})).toMatchObject({
    value: { session: { state: 'signed-in' }, demo: { homePort: own.port } },
  });
  expect(await demo.ask('demo.door', {})).toEqual({ ok: true, value: null });
  expect(await demo.ask('demo.open', {})).toMatchObject({ fault: { kind: 'unknown-call' } });
  const status = await home.ask('status.read', {});
  expect(status).toMatchObject({ value: { session: { state: 'signed-out' }, account: null } });
  expect(Object(status).value).not.toHaveProperty('demo');
  expect(await home.ask('demo.reset', {})).toMatchObject({ fault: { kind: 'unknown-call' } });
  expect(fs.existsSync(path.join(settings.dataFolder, 'accounts'))).toBe(false);

  const root = path.dirname(demos[0]?.labFolder ?? '');
  expect(fs.existsSync(root)).toBe(true);
  await end();
  expect(fs.existsSync(root)).toBe(false);
  await expect(fetch(`http://127.0.0.1:${place.port}/`)).rejects.toThrow(TypeError);
}, 60_000);
