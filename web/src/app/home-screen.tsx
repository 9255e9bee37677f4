import { useLocation } from 'react-router-dom';
import { EntryScreen } from '../features/access/entry/entry-screen.tsx';
import { LandingScreen } from '../features/access/landing/landing-screen.tsx';
import { SearchScreen } from '../features/members/search/search-screen.tsx';
import { namesSale, readSale } from '../lib/register-context.ts';

/** '/' is the customer search, or, if a register opened it, redirects to the sale's screen (docs/rules/screens.md#entry). */
export function HomeScreen() {
  const { search } = useLocation();
  return readSale(search) ? <EntryScreen /> : <SearchScreen />;
}

/** '/locationlanding' is the register's start page, also with its terminal in the query; with a sale it uses the entry redirect. */
export function RegisterStartScreen() {
  const { search } = useLocation();
  return namesSale(search) ? <EntryScreen /> : <LandingScreen />;
}
