/** An error response in Twilio's format. */
export class WireError extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }

  get body(): object {
    const { status, code, message } = this;
    return { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status };
  }
}
