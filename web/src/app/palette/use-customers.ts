import { useEffect, useState } from 'react';
import { useSearchCustomersQuery } from '../../features/members/search/search-api.ts';
import { customerPath } from '../../lib/paths.ts';
import type { Destination } from './destinations.ts';

/** Longer than between two keys of a person who types. */
const settleMs = 250;
const fewestCharacters = 2;
const mostShown = 6;

/** Returns the customers that match the text once it has settled, and what to say meanwhile. */
export function useCustomers(text: string): { found: Destination[]; words: string } {
  const [term, setTerm] = useState('');
  useEffect(() => {
    const timer = window.setTimeout(() => setTerm(text), settleMs);
    return () => window.clearTimeout(timer);
  }, [text]);
  const asked = text.length >= fewestCharacters;
  const { currentData, isError } = useSearchCustomersQuery({ params: { term }, query: {} }, { skip: !asked || term !== text });
  if (!asked) return { found: [], words: '' };
  if (term === text && isError) return { found: [], words: 'Couldn’t search customers.' };
  if (!currentData || term !== text) return { found: [], words: 'Searching customers…' };
  const found = currentData.customers.slice(0, mostShown).map((customer): Destination => {
    const { CustomerCode = '', SecondaryCode = '' } = customer.metadata;
    return { kind: 'customer', label: customer.name ?? 'No name', detail: CustomerCode || SecondaryCode, to: customerPath(customer.id) };
  });
  return { found, words: found.length === 0 ? 'No customers found.' : '' };
}
