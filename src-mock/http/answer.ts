/** What a request ends with: plain data, written to the socket in one place, where faults can get in the way. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON; a Buffer as it is, with the content type its headers name. */
  readonly body: object | Buffer;
}

/** Thrown by handlers to refuse a request; the dispatcher words it in the envelope the readings ask for. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, message: string, code = 'REFUSED') {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
  }
}
