/** The people of the demo. Names and addresses are made up, and the addresses can never receive mail. */

export interface DemoAccount {
  readonly role: 'administrator' | 'principal investigator' | 'researcher' | 'colleague';
  readonly name: string;
  readonly lastName: string;
  readonly email: string;
  /** Documented on purpose: it protects nothing but a demo on this computer. */
  readonly password: string;
  readonly organisation: string;
  readonly location: string;
}

const INSTITUTE = { organisation: 'Example Institute', location: 'Exampletown' };

export const ADMINISTRATOR: DemoAccount = {
  role: 'administrator',
  name: 'Ada',
  lastName: 'Demo-Admin',
  email: 'admin@example.org',
  password: 'demo-admin',
  ...INSTITUTE,
};

export const PRINCIPAL_INVESTIGATOR: DemoAccount = {
  role: 'principal investigator',
  name: 'Paula',
  lastName: 'Demo-Leader',
  email: 'leader@example.org',
  password: 'demo-leader',
  ...INSTITUTE,
};

export const RESEARCHER: DemoAccount = {
  role: 'researcher',
  name: 'Robin',
  lastName: 'Demo-Researcher',
  email: 'researcher@example.org',
  password: 'demo-researcher',
  ...INSTITUTE,
};

export const COLLEAGUE: DemoAccount = {
  role: 'colleague',
  name: 'Casey',
  lastName: 'Demo-Colleague',
  email: 'colleague@lab.test',
  password: 'demo-colleague',
  organisation: 'Second Example Lab',
  location: 'Sampleville',
};

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  ADMINISTRATOR,
  PRINCIPAL_INVESTIGATOR,
  RESEARCHER,
  COLLEAGUE,
];
