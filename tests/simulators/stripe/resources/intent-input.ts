import type { AutomaticPaymentMethods } from '../objects/payment-intent.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { invalidParameter, noSuchReference, StripeFault } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';

/** The parameters that PaymentIntents and SetupIntents share. */
export const typeFields = ['allowed_payment_method_types', 'automatic_payment_methods'];

export interface AllowedTypes {
  allowedTypes: readonly string[] | null;
  automatic: AutomaticPaymentMethods | null;
}

const knownTypes = ['card', 'card_present', 'link'];

/** Returns the payment method types of an intent: the listed ones, or those of the account's settings. */
export function allowedTypesFrom(input: Input): AllowedTypes {
  const listed = input.texts('allowed_payment_method_types');
  const automatic = automaticFrom(input);
  if (listed.length > 0 && automatic) {
    throw new StripeFault(400, 'You may only specify one of these parameters: allowed_payment_method_types, automatic_payment_methods.', {
      code: 'parameters_exclusive',
    });
  }
  for (const [index, type] of listed.entries()) {
    if (!knownTypes.includes(type)) {
      throw invalidParameter(`allowed_payment_method_types[${index}]`, `The payment method type "${type}" is invalid.`);
    }
  }
  return { allowedTypes: listed.length > 0 ? listed : null, automatic };
}

function automaticFrom(input: Input): AutomaticPaymentMethods | null {
  const sent = input.object('automatic_payment_methods');
  if (!sent) return null;
  sent.allowOnly(['enabled', 'allow_redirects']);
  sent.required('enabled');
  return { allow_redirects: sent.choice('allow_redirects', ['always', 'never']) ?? 'always', enabled: sent.boolean('enabled') ?? true };
}

export function customerFrom(input: Input, { store }: Sandbox): string | null {
  const customer = input.text('customer');
  if (!customer) return null;
  if (!store.get('customer', customer)) throw noSuchReference('customer', customer, 'customer');
  return customer;
}

/** A confirmation needs a return URL if the account's settings allow redirects. */
export function refuseRedirects(automatic: AutomaticPaymentMethods | null, input: Input, named: 'PaymentIntent' | 'SetupIntent'): void {
  if (!automatic?.enabled || automatic.allow_redirects === 'never' || input.has('return_url')) return;
  throw invalidParameter(
    'return_url',
    `This ${named} is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a \`return_url\`. If you don't want to accept redirect-based payment methods, set \`automatic_payment_methods[enabled]\` to \`true\` and \`automatic_payment_methods[allow_redirects]\` to \`never\` when creating Setup Intents and Payment Intents.`,
  );
}
