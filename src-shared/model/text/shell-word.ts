/** One word for the shell of the system, whatever is in it. */
export function shellWord(text: string, platform: string): string {
  if (platform === 'win32') return `"${text}"`;
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The command that makes a file readable for its owner only, on systems that have modes. */
export function closeFileCommand(path: string): string {
  return `chmod 600 ${shellWord(path, 'posix')}`;
}
