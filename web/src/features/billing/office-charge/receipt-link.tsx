import { useEffect, useState } from 'react';
import { useReceiptPageMutation } from '../../../domain/receipt-printing/receipt-api.ts';
import { isCallFailure } from '../../../lib/api/call-failure.ts';

type Fetched = { href: string } | { message: string } | null;

/** Opens a charge's receipt in a new tab. The page is fetched first, so that no URL contains a token. */
export function ReceiptLink({ id }: { id: string }) {
  const [fetchPage] = useReceiptPageMutation();
  const [fetched, setFetched] = useState<Fetched>(null);

  useEffect(() => {
    let href: string | null = null;
    let gone = false;
    void fetchPage({ params: { id }, query: { kind: 'charge' } }).then(({ data, error }) => {
      if (gone) return;
      if (data !== undefined) href = URL.createObjectURL(new Blob([data], { type: 'text/html' }));
      setFetched(href === null ? { message: isCallFailure(error) ? error.message : '' } : { href });
    });
    return () => {
      gone = true;
      if (href !== null) URL.revokeObjectURL(href);
    };
  }, [fetchPage, id]);

  if (fetched === null) return <span>Loading receipt…</span>;
  if ('message' in fetched) return <span>Couldn’t load the receipt. {fetched.message}</span>;
  return (
    <a href={fetched.href} target="_blank" rel="noreferrer">
      View receipt
    </a>
  );
}
