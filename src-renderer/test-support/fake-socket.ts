/** A WebSocket whose other end is the test. */

export class FakeSocket extends EventTarget {
  readonly sent: unknown[] = [];
  isClosed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(code = 1000): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.dispatchEvent(new CloseEvent('close', { code }));
  }

  /** The connection stands. */
  accept(): void {
    this.dispatchEvent(new Event('open'));
  }

  /** The host says something; a text goes as it is. */
  say(message: unknown): void {
    const data = typeof message === 'string' ? message : JSON.stringify(message);
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}
