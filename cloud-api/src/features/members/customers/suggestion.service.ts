import type { Customer } from '@washdesk/contracts/members/customer';
import { codeForms, isNearMiss } from '@washdesk/rules/codes/code-forms';
import { parsePlate } from '@washdesk/rules/codes/plates';
import type { Db } from '../../../db/pool.ts';
import { viewCustomers } from './customer-view.store.ts';
import { customersWithCode } from './customers.store.ts';
import { alikeCustomers } from './suggestion.store.ts';

const mostSuggestions = 3;

/** The code that a customer holds, where the term was typed without its plus or hyphen; else the term. */
export async function codeAsHeld(db: Db, term: string): Promise<string> {
  for (const form of codeForms(term)) if ((await customersWithCode(db, form)).length > 0) return form;
  return term;
}

/** The customers whom somebody may have meant whose plate, tag or name was typed with one slip. */
export async function suggestedCustomers(db: Db, term: string): Promise<Customer[]> {
  const candidates = await alikeCustomers(db, term);
  const meant = candidates.filter(({ text }) => isMeant(term, text)).map(({ id }) => id);
  return viewCustomers(db, [...new Set(meant)].slice(0, mostSuggestions));
}

/** A plate is compared with and without its state, a name whole and by its words. */
function isMeant(term: string, text: string): boolean {
  const plate = parsePlate(text);
  const forms = plate ? [text, plate.characters] : [text, ...text.split(/[\s,]+/)];
  const typed = [term, parsePlate(term)?.characters ?? term];
  return typed.some((one) => forms.some((form) => isNearMiss(one, form)));
}
