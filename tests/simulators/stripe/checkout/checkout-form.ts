import { escape } from '../site/html.ts';

/** The previous input and its error. The card's fields are never filled in again. */
export interface Refused {
  typed: URLSearchParams;
  message: string;
  /** Stripe's code, which identifies the field at fault. */
  code: string | undefined;
}

interface Field {
  name: string;
  label: string;
  autocomplete: string;
  type?: 'text' | 'email' | 'tel';
  numeric?: boolean;
}

const email: Field = { name: 'email', label: 'Email', autocomplete: 'email', type: 'email' };
const phone: Field = { name: 'phone', label: 'Phone number', autocomplete: 'tel', type: 'tel' };
const cardNumber: Field = { name: 'number', label: 'Card number', autocomplete: 'cc-number', numeric: true };
const expiry: Field = { name: 'exp', label: 'Expiration (MM / YY)', autocomplete: 'cc-exp', numeric: true };
const cvc: Field = { name: 'cvc', label: 'Security code (CVC)', autocomplete: 'cc-csc', numeric: true };
const nameOnCard: Field = { name: 'name', label: 'Name on card', autocomplete: 'cc-name' };
const postalCode: Field = { name: 'postal', label: 'ZIP code', autocomplete: 'postal-code' };

/** Any other code applies to the card as a whole. */
const fieldAtFault: Readonly<Record<string, string>> = {
  expired_card: 'exp',
  invalid_expiry_month: 'exp',
  invalid_expiry_year: 'exp',
  incorrect_cvc: 'cvc',
  invalid_cvc: 'cvc',
};

interface Form {
  button: string;
  asksPhone: boolean;
  knownEmail: string;
  refused: Refused | undefined;
}

/** The form for the customer's details and the card. */
export function checkoutForm({ button, asksPhone, knownEmail, refused }: Form): string {
  const typed = refused?.typed ?? new URLSearchParams({ email: knownEmail });
  const atFault = refused && (fieldAtFault[refused.code ?? ''] ?? 'number');
  const filled = (field: Field): string => input(field, typed.get(field.name) ?? '', false);
  const blank = (field: Field): string => input(field, '', field.name === atFault);
  return `<form method="post">
${refused ? `<p class="problem" role="alert" id="problem">${escape(refused.message)}</p>` : ''}
${filled(email)}
${asksPhone ? filled(phone) : ''}
${blank(cardNumber)}
<div class="pair"><div>${blank(expiry)}</div><div>${blank(cvc)}</div></div>
${filled(nameOnCard)}
${filled(postalCode)}
<button class="full">${button}</button>
</form>`;
}

function input({ name, label, autocomplete, type = 'text', numeric = false }: Field, value: string, atFault: boolean): string {
  const mode = numeric ? ' inputmode="numeric"' : '';
  const fault = atFault ? ' aria-invalid="true" aria-describedby="problem" autofocus' : '';
  return `<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}"${mode}${fault} required value="${escape(value)}">`;
}
