import { z } from 'zod';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import { cardReference } from '@washdesk/contracts/values';
import { atLeast, Role } from '@washdesk/rules/company/roles';
import type { Principal } from '../common/caller.ts';
import type { CardHandles } from '../common/card-handles.ts';
import { Failure, badRequest, notFound } from '../common/failure.ts';

interface Parts {
  params: unknown;
  query: unknown;
  body: unknown;
}
type Part = keyof Parts;
const parts: readonly Part[] = ['params', 'query', 'body'];

interface CardField {
  part: Part;
  field: string;
}

/** Returns the schema inside optional, default and refined schemas. */
function within(schema: z.ZodType): z.ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNullable
  )
    return within(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodPipe ? within(schema.in as z.ZodType) : schema;
}

/** Returns the fields in which a call names stored cards. */
export function cardFieldsOf(endpoint: Endpoint): CardField[] {
  return parts.flatMap((part) => {
    const schema = endpoint[part] && within(endpoint[part]);
    if (!(schema instanceof z.ZodObject)) return [];
    const fields = Object.entries(schema.shape).filter(([, one]) => within(one as z.ZodType) === cardReference);
    return fields.map(([field]) => ({ part, field }));
  });
}

/** The payment provider's ids of payment methods; words such as `card_present` are shorter. */
const form = String.raw`(?:(?:pm|src)_\w+|card_[A-Za-z0-9]{14,})`;
const paymentMethodId = new RegExp(String.raw`\b${form}\b`, 'g');
const anyPaymentMethodId = new RegExp(form);
const wholePaymentMethodId = new RegExp(`^${form}$`);

/**
 * Only Admins see ids of stored cards; all others see and send handles (docs/decisions/0023-card-handles.md). An approval does not change
 * what the requester sees.
 */
export class CardReferences {
  readonly #handles: CardHandles;
  readonly #showsIds: boolean;

  constructor(handles: CardHandles, principal: Principal | null) {
    this.#handles = handles;
    this.#showsIds = principal !== null && atLeast(principal.roles, Role.Admin);
  }

  /**
   * Returns the request with the provider's ids.
   * @throws Failure 400 for an id from a caller who is not an Admin, 404 `payment_method_not_found` for an unknown handle
   */
  opened<P extends Parts>(fields: readonly CardField[], request: P): P {
    const opened: Parts = { ...request };
    for (const { part, field } of fields) {
      const given = (opened[part] as Record<string, unknown> | undefined)?.[field];
      if (typeof given === 'string') opened[part] = { ...(opened[part] as object), [field]: this.#idOf(given, `${part}.${field}`) };
    }
    return opened as P;
  }

  /** Returns the response as its caller may see it. */
  shown(value: unknown): unknown {
    // most responses name no card: searching their text is cheaper than walking every field
    return this.#showsIds || !anyPaymentMethodId.test(JSON.stringify(value) ?? '') ? value : this.#withHandles(value);
  }

  #withHandles(value: unknown): unknown {
    if (typeof value === 'string') return wholePaymentMethodId.test(value) ? this.#handles.handleOf(value) : value;
    if (Array.isArray(value)) return value.map((one) => this.#withHandles(one));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.#withHandles(one)]));
  }

  /** Applied to failures too, because the provider's messages may name a card. */
  shownFailure(failure: Failure): Failure {
    if (this.#showsIds) return failure;
    const { status, code, message, problems, details, cause } = failure;
    const words = message.replaceAll(paymentMethodId, (id) => this.#handles.handleOf(id));
    if (words === message && !details) return failure;
    const shown = new Failure(status, code, words, {
      ...(problems && { problems }),
      ...(details && { details: this.shown(details) as Record<string, unknown> }),
      cause: cause ?? failure,
    });
    shown.isAudited = failure.isAudited;
    return shown;
  }

  #idOf(given: string, path: string): string {
    const id = this.#handles.paymentMethodOf(given);
    if (id !== null) return id;
    if (!given.startsWith('card-')) {
      if (this.#showsIds) return given;
      throw badRequest(path, 'must be a saved card from Washdesk');
    }
    throw notFound('payment_method_not_found', 'Card not found');
  }
}
