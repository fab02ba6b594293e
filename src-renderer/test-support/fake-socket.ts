/** A WebSocket whose other end is the test. */
import { digestOf, proofOf } from '../../src-shared/bridge/host-proof.ts';

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

  /** The connection stands, and the host at `port` shows that it knows the session. */
  acceptAs(session: string, port: number): void {
    this.accept();
    const { nonce } = this.sent.at(-1) as { readonly nonce: string };
    this.say({ proof: proofOf(digestOf(session), nonce, port) });
  }

  /** The host says something; a text goes as it is. */
  say(message: unknown): void {
    const data = typeof message === 'string' ? message : JSON.stringify(message);
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}
