/** Who signed the program of macOS, from what `codesign --display --verbose=2` says. Pure. */

/** What a program without a certificate of Apple's cannot do; none for one with. */
export function unsignedLimits(said: string): readonly string[] {
  if (/^Authority=Developer ID Application: /m.test(said)) return [];
  return [
    'macOS does not open it where it was downloaded until the person allows it in System Settings, Privacy & Security',
    'it cannot replace itself by a newer version',
    'macOS shows none of its notifications',
    'after each new version the keychain asks for a password before it gives the session',
  ];
}

/** Whether it can be started at all: Apple's processors want a whole signature, though anybody's. */
export function isStartable(said: string): boolean {
  return /^Signature=adhoc$/m.test(said) || /^Authority=/m.test(said);
}
