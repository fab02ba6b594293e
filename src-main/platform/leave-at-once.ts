/**
 * Ends this process with `code` although some of its threads hang in calls that do not return, for which every other way
 * of ending waits. Nothing is written or closed any more.
 */
export function leaveAtOnce(code: number): void {
  // What takes over this process ends all of its threads, and then itself.
  if (process.platform !== 'win32') process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`], {});
  process.kill(process.pid, 'SIGKILL');
}
