import type { Customer } from '@washdesk/contracts/members/customer';
import { providerId } from '@washdesk/contracts/values';
import { parseSearchTerm } from '@washdesk/rules/customers/search-term';
import { z } from 'zod';
import { foreignCursor } from '../../../common/page-cursor.ts';
import type { Db } from '../../../db/pool.ts';
import { badRequest } from '../../../common/failure.ts';
import { countCustomers, customersWithCode, findCustomers, type Hit, type Search, type SearchCursor } from './customers.store.ts';
import { viewCustomers } from './customer-view.store.ts';

/** Customer searches come in pages of 10. */
const pageSize = 10;

function searchOf(text: string): Search {
  const term = parseSearchTerm(text);
  if ('error' in term) throw badRequest('params.term', term.error);
  const digits = text.replace(/\D/g, '');
  return {
    words: term.value.replaceAll(',', ' ').split(/\s+/).filter(Boolean),
    code: text.toUpperCase().replace(/\s/g, ''),
    digits: digits.length >= 7 ? digits : null,
    last4: term.kind === 'last4' ? term.value : null,
  };
}

const encodeCursor = ({ rank, created, id }: Hit): string => Buffer.from(JSON.stringify([rank, created, id])).toString('base64url');

const cursorForm = z.tuple([z.int32(), z.number(), providerId]);

function decodeCursor(text: string): SearchCursor {
  try {
    const [rank, created, id] = cursorForm.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { rank, created, id };
  } catch {
    throw foreignCursor();
  }
}

/** Customers who match a term or have a code, from the mirror alone. */
export class CustomersService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** @throws Failure 400 for an empty term or a foreign cursor */
  async search(text: string, page: string | undefined): Promise<{ customers: Customer[]; count: number; next_page: string | null }> {
    const search = searchOf(text);
    const [hits, count] = await Promise.all([
      findCustomers(this.#db, search, page ? decodeCursor(page) : null, pageSize),
      countCustomers(this.#db, search),
    ]);
    const shown = hits.slice(0, pageSize);
    const customers = await viewCustomers(
      this.#db,
      shown.map((hit) => hit.id),
    );
    const last = shown.at(-1);
    return { customers, count, next_page: hits.length > pageSize && last ? encodeCursor(last) : null };
  }

  async withCode(code: string): Promise<Customer[]> {
    return viewCustomers(this.#db, await customersWithCode(this.#db, code));
  }
}
