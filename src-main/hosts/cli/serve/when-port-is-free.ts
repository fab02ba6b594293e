/** Starts something on a port, or says why that port cannot be had. */
import { UsageError } from '../exit-code.ts';

export async function whenPortIsFree<Value>(
  port: number,
  starting: Promise<Value>,
): Promise<Value> {
  try {
    return await starting;
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new UsageError(
        `Port ${port} is taken. Choose another with --port, or 0 for a free one.`,
      );
    }
    if (code === 'EACCES' && syscall === 'listen') {
      throw new UsageError(
        `Port ${port} is kept for the system. Choose one above 1023 with --port.`,
      );
    }
    throw error;
  }
}
