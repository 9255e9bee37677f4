import { lazy, Suspense, useState } from 'react';
import type { CodeHolder } from '@washdesk/contracts/lane/redeem';
import styles from './shared-code.module.css';

interface SharedCodeProps {
  code: string;
  /** All customers who have it. */
  holders: readonly CodeHolder[];
}

/** Loaded when it opens: a lane's first screen needs no dialog. */
const SharedCodeDialog = lazy(async () => ({ default: (await import('./shared-code-dialog.tsx')).SharedCodeDialog }));

/** Names a code that several customers have, and opens what can be done about it. */
export function SharedCode({ code, holders }: SharedCodeProps) {
  const [open, setOpen] = useState(false);
  return (
    <span className={styles.shared}>
      {`On ${holders.length} customers`}
      <button type="button" className={styles.resolve} onClick={() => setOpen(true)}>
        Resolve
      </button>
      {open && (
        <Suspense>
          <SharedCodeDialog code={code} holders={holders} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  );
}
