import type { InputRef } from 'antd';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { searchValueMissing } from '@washdesk/rules/customers/search-term';
import { Prompt } from '../../../components/feedback/prompt.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { useScanner } from '../../../lib/scanner/use-scanner.ts';
import { useTypingAnywhere } from '../../../lib/scanner/use-typing-anywhere.ts';
import { SearchBox } from './search-box.tsx';
import { SearchResults } from './search-results.tsx';

/** The query parameter of the term: opening a link with it runs the search. */
const termParameter = 'searchString';

/** / and /search: find a customer (docs/rules/members.md#search). The URL is the search's only state. */
export function SearchScreen() {
  const [query, setQuery] = useSearchParams();
  const term = (query.get(termParameter) ?? '').trim();
  const [text, setText] = useState(term);
  const [shownTerm, setShownTerm] = useState(term);
  const [problem, setProblem] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const box = useRef<InputRef>(null);
  useTypingAnywhere(box);
  if (shownTerm !== term) {
    // The browser's Back and Forward buttons change the URL under the box.
    setShownTerm(term);
    setText(term);
  }

  const search = (wanted: string): void => {
    setText(wanted);
    setProblem(wanted.trim() === '' ? searchValueMissing : null);
    setRound((before) => before + 1);
    setQuery((before) => withTerm(before, wanted.trim()));
    box.current?.focus({ cursor: 'all' });
  };
  useScanner({ onScan: search, onWarning: setProblem });

  return (
    <Page title="Customer Lookup">
      <SearchBox box={box} value={text} problem={problem} onChange={setText} onSearch={() => search(text)} />
      {term === '' ? (
        <Prompt>Scan a plate or tag, or enter what the customer can tell you.</Prompt>
      ) : (
        <SearchResults key={`${round} ${term}`} term={term} />
      )}
    </Page>
  );
}

function withTerm(before: URLSearchParams, term: string): URLSearchParams {
  const query = new URLSearchParams(before);
  if (term === '') query.delete(termParameter);
  else query.set(termParameter, term);
  return query;
}
