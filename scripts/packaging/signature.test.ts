import { expect, test } from 'vitest';
import { isStartable, unsignedLimits } from './signature.ts';

const AD_HOC =
  'Executable=/x/Labseal\nIdentifier=org.labseal.desktop\nSignature=adhoc\nTeamIdentifier=not set\n';
const SIGNED =
  'Identifier=org.labseal.desktop\nAuthority=Developer ID Application: Labseal (AB12CD34EF)\nAuthority=Apple Root CA\n';
const DEVELOPMENT = 'Authority=Apple Development: ada@example.org (AB12CD34EF)\n';

test('a program without a certificate is told what it cannot do; one with it can do everything', () => {
  expect(unsignedLimits(SIGNED)).toEqual([]);
  for (const said of [AD_HOC, DEVELOPMENT, '']) {
    expect(unsignedLimits(said).join()).toMatch(/newer version.*notifications.*keychain/);
  }
});

test('any whole signature lets it start, and none does not', () => {
  expect([AD_HOC, SIGNED, DEVELOPMENT].map(isStartable)).toEqual([true, true, true]);
  expect(isStartable('Labseal.app: code object is not signed at all\n')).toBe(false);
});
