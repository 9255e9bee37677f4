import { useLocation } from 'react-router-dom';
import { EntryScreen } from '../features/access/entry/entry-screen.tsx';
import { SearchScreen } from '../features/members/search/search-screen.tsx';
import { readSale } from '../lib/register-context.ts';

/** '/' is the customer search, unless a register opened it with a sale: then the entry redirect chooses the screen. */
export function HomeScreen() {
  const { search } = useLocation();
  return readSale(search) ? <EntryScreen /> : <SearchScreen />;
}
