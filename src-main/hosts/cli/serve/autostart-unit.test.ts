/** What starts Labseal with a session: exact, harmless whatever the paths, and without secrets. */
import { describe, expect, test } from 'vitest';
import {
  keptVariables,
  makeStartUnit,
  UNIT_KINDS,
  unitKindOf,
  type UnitFacts,
} from './autostart-unit.ts';

const NODE = '/opt/labseal/node_modules/node/bin/node';

/** An installation with nothing special about it; override what the test is about. */
const facts = (over: Partial<UnitFacts> = {}): UnitFacts => ({
  node: NODE,
  program: '/opt/labseal/out/main/cli.js',
  port: 0,
  variables: {},
  user: 'LAB\\anna',
  ...over,
});

const textOf = (kind: (typeof UNIT_KINDS)[number], over: Partial<UnitFacts> = {}) =>
  makeStartUnit(kind, facts(over))?.text ?? '';

const NASTY = '/data/50 % "raw" $HOME & <x> \\ end';

/** Names of elements that are closed by another one, or never. */
function unbalancedTags(text: string): readonly string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  for (const [, isEnd, name = '', isWhole] of text.matchAll(/<(\/?)([A-Za-z]+)[^>]*?(\/?)>/g)) {
    if (isEnd === '' && isWhole === '') open.push(name);
    if (isEnd === '/' && open.pop() !== name) wrong.push(name);
  }
  return [...wrong, ...open];
}

describe('a unit of systemd', () => {
  test('names the program by its whole path, and comes back after a failure', () => {
    const text = textOf('systemd', { port: 4100, variables: { LABSEAL_HOME: '/data/lab' } });
    expect(text).toContain(
      'ExecStart="/opt/labseal/node_modules/node/bin/node" "/opt/labseal/out/main/cli.js" "serve" "--port" "4100"\n',
    );
    expect(text).toContain('Environment="LABSEAL_HOME=/data/lab"\n');
    expect(text).toMatch(/^Restart=on-failure$/m);
    expect(text).toMatch(/^WantedBy=default\.target$/m);
  });

  test('keeps the address with its key out of the journal, and its files private', () => {
    expect(textOf('systemd')).toMatch(/^StandardOutput=null$/m);
    expect(textOf('systemd')).toMatch(/^UMask=0077$/m);
    expect(textOf('systemd')).toMatch(/^NoNewPrivileges=yes$/m);
  });

  test('does not come back where it would only be refused again: a wrong option, data in use', () => {
    expect(textOf('systemd')).toMatch(/^RestartPreventExitStatus=2 5$/m);
  });

  test('reads back the paths it was given, whatever is in them', () => {
    const text = textOf('systemd', { program: NASTY, variables: { LABSEAL_HOME: NASTY } });
    expect(text).toContain(String.raw`"/data/50 %% \"raw\" $$HOME & <x> \\ end" "serve"`);
    expect(text).toContain(
      String.raw`Environment="LABSEAL_HOME=/data/50 %% \"raw\" $HOME & <x> \\ end"`,
    );
  });
});

describe('an agent of macOS', () => {
  test('starts with the session, comes back after a failure, and writes no address anywhere', () => {
    const text = textOf('launchd', { port: 4100 });
    expect(text).toMatch(/<key>StandardOutPath<\/key>\s+<string>\/dev\/null</);
    expect(text).toMatch(/<key>RunAtLoad<\/key>\s+<true\/>/);
    expect(text).toMatch(/<key>SuccessfulExit<\/key>\s+<false\/>/);
    const words = [...text.matchAll(/ {6}<string>(.*)<\/string>/g)].map(([, word]) => word);
    expect(words.join(' ')).toBe(`${NODE} /opt/labseal/out/main/cli.js serve --port 4100`);
  });
});

describe('a task of Windows', () => {
  test('is its person’s own, without rights of an administrator, and comes back', () => {
    const text = textOf('task', { node: String.raw`C:\Labs & Co\node.exe` });
    expect(text).toContain(String.raw`<Command>C:\Labs &amp; Co\node.exe</Command>`);
    expect(text).toContain(
      '<Arguments>&quot;/opt/labseal/out/main/cli.js&quot; &quot;serve&quot;<',
    );
    expect(text.match(/<UserId>LAB\\anna<\/UserId>/g)).toHaveLength(2);
    expect(text).toContain('<RunLevel>LeastPrivilege</RunLevel>');
    expect(text).toContain('<RestartOnFailure>');
    expect(text).toContain('<ExecutionTimeLimit>PT0S</ExecutionTimeLimit>');
  });

  test('says which variables it needs, since it has none of its own', () => {
    const unit = makeStartUnit('task', facts({ variables: { LABSEAL_HOME: 'D:\\lab' } }));
    expect(unit?.text).not.toContain('LABSEAL_HOME');
    expect(unit?.instructions).toContain('  setx LABSEAL_HOME "D:\\lab"');
    expect(makeStartUnit('task', facts())?.instructions.join()).not.toContain('setx');
  });
});

describe('every kind', () => {
  test.for(UNIT_KINDS.filter((kind) => kind !== 'systemd'))(
    '%s is XML whatever the paths are',
    (kind) => {
      const text = textOf(kind, { program: NASTY, node: NASTY });
      expect(unbalancedTags(text)).toEqual([]);
      expect(text).toContain('/data/50 % &quot;raw&quot; $HOME &amp; &lt;x&gt; \\ end');
      expect(text.replaceAll(/&(amp|lt|gt|quot);/g, '')).not.toContain('&');
    },
  );

  test.for(UNIT_KINDS)('%s is not made of a path with a line break', (kind) => {
    expect(makeStartUnit(kind, facts({ program: '/a\nExecStartPre=/bin/evil' }))).toBeNull();
    expect(makeStartUnit(kind, facts({ variables: { NO_PROXY: 'a\rb' } }))).toBeNull();
  });

  test('keeps the documented variables, and no password', () => {
    const env = {
      LABSEAL_HOME: '/data/lab',
      LABSEAL_EMAIL: 'anna@example.org',
      LABSEAL_PASSWORD: 'secret',
      HTTPS_PROXY: 'http://anna:secret@proxy:3128',
      all_proxy: 'anna:secret@proxy:3128',
      NO_PROXY: '',
      no_proxy: 'localhost',
      NODE_EXTRA_CA_CERTS: '',
    };
    expect(keptVariables(env)).toEqual({
      variables: { LABSEAL_HOME: '/data/lab', NO_PROXY: 'localhost' },
      leftOut: ['HTTPS_PROXY', 'ALL_PROXY'],
    });
  });

  test('belongs to a system', () => {
    const systems = ['linux', 'freebsd', 'darwin', 'win32'] as const;
    expect(systems.map(unitKindOf)).toEqual(['systemd', 'systemd', 'launchd', 'task']);
  });
});
