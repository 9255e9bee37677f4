import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Prompt } from '../../../components/feedback/prompt.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { ModeTabs } from '../../../components/navigation/mode-tabs.tsx';
import { ReceiptDialog } from '../../../domain/receipt-printing/receipt-dialog.tsx';
import { ChargesFound } from './charges-found.tsx';
import { InvoicesFound } from './invoices-found.tsx';
import { modeNames, type Mode } from './search-fields.ts';
import { SearchForm } from './search-form.tsx';
import { SubscriptionsFound } from './subscriptions-found.tsx';
import {
  chargeBody,
  fieldProblems,
  invoiceBody,
  isEmpty,
  readSearch,
  subscriptionBody,
  writeSearch,
  type TransactionSearch,
} from './transaction-search.ts';
import styles from './transactions.module.css';

/** /transactions: the company's charges, invoices and subscriptions. The URL is the search's only state. */
export function TransactionsScreen() {
  const [query, setQuery] = useSearchParams();
  const [round, setRound] = useState(0);
  const drafts = useDrafts();
  const [receipt, setReceipt] = useState<string | null>(null);
  const search = readSearch(query);
  const address = writeSearch(search).toString();
  const searches = !isEmpty(search) && Object.keys(fieldProblems(search)).length === 0;

  return (
    <Page title="Sale Lookup">
      <div className={styles.lookup}>
        <ModeTabs
          label="Search for"
          modes={modeNames}
          active={search.mode}
          onChange={(mode) => {
            drafts.tabPressed();
            setQuery(writeSearch({ mode, values: {} }));
          }}
        >
          <SearchForm
            named={search}
            takeDraft={drafts.take}
            onTyped={drafts.typed}
            keysAway={receipt !== null}
            onSearch={(wanted) => {
              setRound((before) => before + 1);
              setQuery(writeSearch(wanted));
            }}
          />
        </ModeTabs>
      </div>
      {isEmpty(search) && <Prompt>Fill in what you know, then search.</Prompt>}
      {searches && <Found key={`${round} ${address}`} search={search} onReceipt={setReceipt} />}
      {receipt !== null && <ReceiptDialog id={receipt} onClose={() => setReceipt(null)} />}
    </Page>
  );
}

/** What was typed in each mode. A tab shows it again; Back and Forward show the address alone. */
function useDrafts() {
  const drafts = useRef(new Map<Mode, Record<string, string>>());
  const pressed = useRef(false);
  return {
    typed: (mode: Mode, values: Record<string, string>) => void drafts.current.set(mode, values),
    tabPressed: () => {
      pressed.current = true;
    },
    take: (mode: Mode) => {
      const draft = pressed.current ? drafts.current.get(mode) : undefined;
      pressed.current = false;
      return draft;
    },
  };
}

interface FoundProps {
  search: TransactionSearch;
  onReceipt: (id: string) => void;
}

function Found({ search: { mode, values }, onReceipt }: FoundProps) {
  if (mode === 'invoice') return <InvoicesFound search={invoiceBody(values)} onReceipt={onReceipt} />;
  if (mode === 'subscription') return <SubscriptionsFound search={subscriptionBody(values)} />;
  return <ChargesFound search={chargeBody(values)} onReceipt={onReceipt} />;
}
