/**
 * What starts `labseal serve` automatically with a user's session: a systemd unit, a macOS agent, a Windows task. Pure:
 * creates the text and the instructions for it. It never contains a secret, and neither does what its program
 * writes: the key of the page goes to a terminal only.
 */
import { assertNever } from '../../../../src-shared/model/result.ts';
import { EXIT } from '../exit-code.ts';
import { readProxyVariable } from '../process-environment.ts';

export const UNIT_KINDS = ['systemd', 'launchd', 'task'] as const;
export type UnitKind = (typeof UNIT_KINDS)[number];

export interface UnitFacts {
  /** The project's own Node and the program that it runs, both absolute. */
  readonly node: string;
  readonly program: string;
  /** 0: a free one each time. */
  readonly port: number;
  /** The documented variables to keep, without secrets; see {@link keptVariables}. */
  readonly variables: Readonly<Record<string, string>>;
  /** Who starts the task: DOMAIN\name. Windows alone asks. */
  readonly user: string;
}

export interface StartUnit {
  readonly text: string;
  /** What to do with it, line by line. */
  readonly instructions: readonly string[];
}

const KEPT = [
  'LABSEAL_HOME',
  'LABSEAL_SERVER',
  'LABSEAL_TOKEN_STORE',
  'NODE_EXTRA_CA_CERTS',
] as const;
const KEPT_IN_ANY_CASE = ['HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'] as const;

const LABEL = 'org.labseal.serve';
/** Long enough that restarts cause no load, short enough that an outage is not noticed. */
const RESTART_AFTER_S = 30;
const USELESS_TO_REPEAT = [EXIT.usage, EXIT.engineRunning];

/** A user and a password in front of the host of an address; that of a proxy may do without its scheme. */
const hasSecret = ([name, value]: readonly [string, string]) =>
  name.endsWith('_PROXY') ? value.includes('@') : /:\/\/[^/]*@/.test(value);

/** Those of the documented variables that are set; a proxy with a password in its address is left out and named. */
export function keptVariables(env: Readonly<Record<string, string | undefined>>): {
  readonly variables: Readonly<Record<string, string>>;
  readonly leftOut: readonly string[];
} {
  const set = [
    ...KEPT.map((name) => [name, env[name] ?? ''] as const),
    ...KEPT_IN_ANY_CASE.map((name) => [name, readProxyVariable(env, name)?.text ?? ''] as const),
  ].filter(([, value]) => value !== '');
  return {
    variables: Object.fromEntries(set.filter((each) => !hasSecret(each))),
    leftOut: set.filter(hasSecret).map(([name]) => name),
  };
}

/** What belongs to this system. */
export function unitKindOf(platform: NodeJS.Platform): UnitKind {
  if (platform === 'darwin') return 'launchd';
  return platform === 'win32' ? 'task' : 'systemd';
}

/** Null when a path or a value has a line break or another control character, which no such file can hold. */
export function makeStartUnit(kind: UnitKind, facts: UnitFacts): StartUnit | null {
  const texts = [facts.node, facts.program, facts.user, ...Object.values(facts.variables)];
  if (texts.some((text) => /\p{Cc}/u.test(text))) return null;
  switch (kind) {
    case 'systemd':
      return systemdUnit(facts);
    case 'launchd':
      return launchAgent(facts);
    case 'task':
      return logonTask(facts);
    default:
      return assertNever(kind);
  }
}

function argumentsOf({ program, port }: UnitFacts): readonly string[] {
  return [program, 'serve', ...(port === 0 ? [] : ['--port', String(port)])];
}

function systemdUnit(facts: UnitFacts): StartUnit {
  const command = [facts.node, ...argumentsOf(facts)].map((word) => systemdWord(word, '$$$$'));
  const variables = Object.entries(facts.variables).map(
    ([name, value]) => `Environment=${systemdWord(`${name}=${value}`, '$$')}`,
  );
  const instructions = [
    'Save it as ~/.config/systemd/user/labseal.service, then:',
    '  systemctl --user daemon-reload',
    '  systemctl --user enable --now labseal.service',
    'It starts when you sign in. To have it start with the computer: loginctl enable-linger',
    'To see the page: labseal serve --open.',
  ];
  const text = `[Unit]
Description=Labseal watches lab folders and proves finished files
Documentation=https://example.org/labseal

[Service]
Type=exec
ExecStart=${command.join(' ')}
${variables.map((line) => `${line}\n`).join('')}StandardOutput=null
StandardError=journal
Restart=on-failure
RestartSec=${RESTART_AFTER_S}
RestartPreventExitStatus=${USELESS_TO_REPEAT.join(' ')}
TimeoutStopSec=60
UMask=0077
NoNewPrivileges=yes
LockPersonality=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RestrictNamespaces=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
SystemCallArchitectures=native

[Install]
WantedBy=default.target
`;
  return { text, instructions };
}

/** In quotes, with what systemd would read as its own written twice or escaped. `dollar`: for String.replaceAll. */
function systemdWord(word: string, dollar: string): string {
  const escaped = word
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('%', '%%')
    .replaceAll('$', dollar);
  return `"${escaped}"`;
}

function launchAgent(facts: UnitFacts): StartUnit {
  const words = [facts.node, ...argumentsOf(facts)];
  const variables = Object.entries(facts.variables).map(
    ([name, value]) => `      <key>${name}</key>\n      <string>${xmlText(value)}</string>\n`,
  );
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
  <dict>
    <key>Label</key>
    <string>${LABEL}</string>
    <key>ProgramArguments</key>
    <array>
${words.map((word) => `      <string>${xmlText(word)}</string>\n`).join('')}    </array>
    <key>EnvironmentVariables</key>
    <dict>
${variables.join('')}    </dict>
    <key>RunAtLoad</key>
    <true/>
    <key>KeepAlive</key>
    <dict>
      <key>SuccessfulExit</key>
      <false/>
    </dict>
    <key>ThrottleInterval</key>
    <integer>${RESTART_AFTER_S}</integer>
    <key>LimitLoadToSessionType</key>
    <string>Aqua</string>
    <key>Umask</key>
    <integer>63</integer>
    <key>StandardOutPath</key>
    <string>/dev/null</string>
    <key>StandardErrorPath</key>
    <string>/dev/null</string>
  </dict>
</plist>
`;
  const file = `~/Library/LaunchAgents/${LABEL}.plist`;
  const instructions = [
    `Save it as ${file}, then:`,
    `  launchctl bootstrap gui/$(id -u) ${file}`,
    'It starts when you sign in. To end it for good:',
    `  launchctl bootout gui/$(id -u)/${LABEL}`,
    'To see the page: labseal serve --open.',
  ];
  return { text, instructions };
}

function logonTask(facts: UnitFacts): StartUnit {
  const words = argumentsOf(facts).map((word) => `"${word}"`);
  // No encoding is named: the shells of Windows write their own, and mark it.
  const text = `<?xml version="1.0"?>
<Task version="1.4" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>Labseal watches lab folders and proves finished files</Description>
  </RegistrationInfo>
  <Triggers>
    <LogonTrigger>
      <Enabled>true</Enabled>
      <UserId>${xmlText(facts.user)}</UserId>
    </LogonTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>${xmlText(facts.user)}</UserId>
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>999</Count>
    </RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>${xmlText(facts.node)}</Command>
      <Arguments>${xmlText(words.join(' '))}</Arguments>
    </Exec>
  </Actions>
</Task>
`;
  const variables = Object.entries(facts.variables).map(
    ([name, value]) => `  setx ${name} "${value}"`,
  );
  const instructions = [
    'Save it as labseal-task.xml, then:',
    '  schtasks /Create /TN Labseal /XML labseal-task.xml',
    'It starts when you sign in, in a small window of its own; closing that ends Labseal until you sign in again.',
    ...(variables.length === 0 ? [] : ['A task has no variables of its own; set them once:']),
    ...variables,
    'To see the page: labseal serve --open.',
  ];
  return { text, instructions };
}

function xmlText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
