import { StripeFault } from '../wire/errors.ts';
import type { WireObject } from '../wire/wire-object.ts';
import type { Decline } from './declines.ts';

/** The part of a card error that an intent stores as its last error. */
export interface CardErrorBody {
  advice_code?: string;
  charge?: string;
  code: string;
  decline_code: string;
  doc_url: string;
  message: string;
  network_decline_code?: string;
  param?: string;
  payment_method?: WireObject;
  payment_method_type?: string;
  type: 'card_error';
}

export function cardErrorBody(decline: Decline, { charge, paymentMethod }: { charge?: string; paymentMethod?: WireObject }): CardErrorBody {
  return {
    ...(decline.adviceCode ? { advice_code: decline.adviceCode } : {}),
    ...(charge ? { charge } : {}),
    code: decline.code,
    decline_code: decline.declineCode,
    doc_url: `https://stripe.com/docs/error-codes/${decline.code.replaceAll('_', '-')}`,
    message: decline.message,
    ...(decline.networkDeclineCode ? { network_decline_code: decline.networkDeclineCode } : {}),
    ...(decline.param ? { param: decline.param } : {}),
    ...(paymentMethod ? { payment_method: paymentMethod } : {}),
    type: 'card_error',
  };
}

/** A declined card: status 402, with the objects that the attempt left behind. */
export class CardFault extends StripeFault {
  readonly body: CardErrorBody;

  constructor(body: CardErrorBody, left: { payment_intent?: WireObject; setup_intent?: WireObject } = {}) {
    super(402, body.message, { type: 'card_error', code: body.code, objects: { ...body, ...left } });
    this.name = 'CardFault';
    this.body = body;
  }
}
