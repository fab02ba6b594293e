/** What must never stand in anything that starts the program: switches that take its protections away. Pure. */

const WEAKENING = [
  /--no-sandbox/,
  /--disable-(web-security|site-isolation|gpu-sandbox|setuid-sandbox)/,
  /--remote-debugging-(port|pipe)/,
  /--inspect(-brk)?\b/,
  /--ignore-certificate-errors/,
  /--allow-running-insecure-content/,
  /ELECTRON_(RUN_AS_NODE|DISABLE_SECURITY_WARNINGS|NO_ASAR)['"\]]*\s*[=:]\s*['"]?(1|true)/,
  /NODE_TLS_REJECT_UNAUTHORIZED\s*=/,
] as const;

/** A sentence for each such switch in the text of a launcher, a desktop entry or a script. */
export function launcherFaults(name: string, text: string): readonly string[] {
  return WEAKENING.flatMap((pattern) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined ? [] : [`${name} contains ${found}`];
  });
}
