import type { Customer } from '@washdesk/contracts/members/customer';
import { codeForms, comparableForms, isNearMiss } from '@washdesk/rules/codes/code-forms';
import { parsePlate } from '@washdesk/rules/codes/plates';
import type { Db } from '../../../db/pool.ts';
import { viewCustomers } from './customer-view.store.ts';
import { customersWithCode } from './customers.store.ts';
import { customersWithSimilarNames, holdersOfSimilarCodes } from './suggestion.store.ts';

const mostSuggestions = 3;

/** Returns the stored code if the term was typed without its plus or hyphen; otherwise the term. */
export async function codeAsHeld(db: Db, term: string): Promise<string> {
  for (const form of codeForms(term)) if ((await customersWithCode(db, form)).length > 0) return form;
  return term;
}

/** Returns customers whose plate, tag or name differs from the term by one typo. */
export async function suggestedCustomers(db: Db, term: string): Promise<Customer[]> {
  const words = term
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const [holders, namesakes] = await Promise.all([holdersOfSimilarCodes(db, comparableForms(term)), customersWithSimilarNames(db, words)]);
  const meant = [...holders, ...namesakes].filter(({ text }) => isMeant(term, text)).map(({ id }) => id);
  return viewCustomers(db, [...new Set(meant)].slice(0, mostSuggestions));
}

const formsOfName = (words: string[]): string[] => [words.join(' '), words.toReversed().join(' '), ...words];

/** Compares a plate with and without its state, and a name whole, in reverse order and word by word. */
function isMeant(term: string, text: string): boolean {
  const plate = parsePlate(text);
  const forms = plate ? [text, plate.characters] : formsOfName(text.split(/[\s,]+/));
  const typed = [term, parsePlate(term)?.characters ?? term];
  return typed.some((one) => forms.some((form) => isNearMiss(one, form)));
}
