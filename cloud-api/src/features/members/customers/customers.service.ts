import { z } from 'zod';
import type { Customer } from '@washdesk/contracts/members/customer';
import { providerId } from '@washdesk/contracts/values';
import { isCode, normalizeCode } from '@washdesk/rules/codes/codes';
import { parseSearchTerm, partOfCode } from '@washdesk/rules/customers/search-term';
import { searchable } from '@washdesk/rules/text/text';
import { badRequest } from '../../../common/failure.ts';
import { foreignCursor } from '../../../common/page-cursor.ts';
import type { Db } from '../../../db/pool.ts';
import { viewCustomers } from './customer-view.store.ts';
import { customersWithCode, findByCode, findByWords, findWhole, type SearchHit, type Search } from './customers.store.ts';
import { codeAsHeld, suggestedCustomers } from './suggestion.service.ts';

/** Customers per page of a search. */
const pageSize = 10;
/** The maximum number of customers that a search returns; beyond it the user types more. */
const mostHits = 50;

function searchOf(text: string): Search {
  const term = parseSearchTerm(text);
  if ('error' in term) throw badRequest('params.term', term.error);
  const digits = text.replace(/\D/g, '');
  return {
    whole: wholeOf(text, digits),
    words: term.value.replaceAll(',', ' ').split(/\s+/).map(searchable).filter(Boolean),
    code: partOfCode(text),
    digits: digits.length >= 7 ? digits : null,
    last4: term.kind === 'last4' ? term.value : null,
  };
}

/** A full phone number, with or without the country code 1. */
const wholePhone = /^1?(\d{10})$/;

function wholeOf(text: string, digits: string): Search['whole'] {
  if (isCode(text)) return { kind: 'code', value: normalizeCode(text) };
  if (text.includes('@')) return { kind: 'email', value: text.toLowerCase() };
  const phone = /\p{L}/u.test(text) ? undefined : wholePhone.exec(digits)?.[1];
  return phone === undefined ? null : { kind: 'phone', value: phone };
}

const encodeCursor = ({ rank, created, id }: SearchHit): string => Buffer.from(JSON.stringify([rank, created, id])).toString('base64url');

const cursorForm = z.tuple([z.int32(), z.number(), providerId]);

function decodeCursor(text: string): SearchHit {
  try {
    const [rank, created, id] = cursorForm.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { rank, created, id };
  } catch {
    throw foreignCursor();
  }
}

const byRank = (a: SearchHit, b: SearchHit): number => a.rank - b.rank || b.created - a.created || (a.id < b.id ? -1 : Number(a.id > b.id));

/** Words shorter than this are searched only if few codes begin with them, and four digits only if few cards end with them. */
const fewLetters = 3;

/** Returns the best hits, plus one that shows whether there are more. */
async function bestHits(db: Db, search: Search): Promise<SearchHit[]> {
  const wanted = mostHits + 1;
  const exact = search.whole ? await findWhole(db, search.whole, wanted) : [];
  if (exact.length > 0) return exact;
  const looking = findByCode(db, search, wanted);
  const alone = search.code.length < fewLetters || search.last4 ? await looking : [];
  if (alone.length >= wanted) return alone;
  const [byCode, byWords] = await Promise.all([looking, findByWords(db, search, wanted)]);
  // a customer found by code is found by words too
  const known = new Set(byCode.map(({ id }) => id));
  return [...byCode, ...byWords.filter(({ id }) => !known.has(id))].slice(0, wanted);
}

interface Found {
  customers: Customer[];
  /** Number of matches, at most 50. */
  count: number;
  more: boolean;
  next_page: string | null;
}

/** Searches customers by term or code, in the mirror only. */
export class CustomersService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** @throws Failure 400 for an empty term or an invalid cursor */
  async search(text: string, page: string | undefined): Promise<Found> {
    const search = searchOf(await codeAsHeld(this.#db, text));
    const after = page ? decodeCursor(page) : null;
    const hits = await bestHits(this.#db, search);
    const counted = hits.slice(0, mostHits);
    const ahead = after ? counted.filter((hit) => byRank(after, hit) < 0) : counted;
    const shown = ahead.slice(0, pageSize);
    const customers = await viewCustomers(
      this.#db,
      shown.map((hit) => hit.id),
    );
    const last = shown.at(-1);
    return {
      customers,
      count: counted.length,
      more: hits.length > mostHits,
      next_page: ahead.length > pageSize && last ? encodeCursor(last) : null,
    };
  }

  suggest(text: string): Promise<Customer[]> {
    return suggestedCustomers(this.#db, text);
  }

  async withCode(code: string): Promise<Customer[]> {
    return viewCustomers(this.#db, await customersWithCode(this.#db, code));
  }
}
