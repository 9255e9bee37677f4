/** Stripe's four kinds of error; the SDK distinguishes the rest by HTTP status. */
type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

interface ErrorDetails {
  type?: ErrorType;
  code?: string;
  /** The parameter at fault, in Stripe's bracket notation. */
  param?: string;
  /** Related objects in wire format, such as the intent that prevents the request. */
  objects?: Record<string, unknown>;
}

/** Thrown anywhere below the server; becomes `{error: {…}}` with its status. */
export class StripeFault extends Error {
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(status: number, message: string, details: ErrorDetails = {}) {
    super(message);
    this.name = 'StripeFault';
    this.status = status;
    this.details = details;
  }

  toWire(requestId: string): { error: Record<string, unknown> } {
    const { type = 'invalid_request_error', code, param, objects = {} } = this.details;
    return {
      error: {
        ...(code ? { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` } : {}),
        message: this.message,
        ...(param === undefined ? {} : { param }),
        ...objects,
        request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
        type,
      },
    };
  }
}

export function noSuch(what: string, id: string, param = 'id'): StripeFault {
  return new StripeFault(404, `No such ${what}: '${id}'`, { code: 'resource_missing', param });
}

/** A cursor or another referenced object does not exist: 400, not 404. */
export function noSuchReference(what: string, id: string, param: string): StripeFault {
  return new StripeFault(400, `No such ${what}: '${id}'`, { code: 'resource_missing', param });
}

export const alreadyExists = (what: string): StripeFault =>
  new StripeFault(400, `${what} already exists.`, { code: 'resource_already_exists' });

export function unknownParameter(param: string): StripeFault {
  return new StripeFault(400, `Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
}

export function missingParameter(param: string): StripeFault {
  return new StripeFault(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param });
}

export function invalidInteger(param: string, message: string): StripeFault {
  return new StripeFault(400, message, { code: 'parameter_invalid_integer', param });
}

export function invalidParameter(param: string, message: string): StripeFault {
  return new StripeFault(400, message, { param });
}
