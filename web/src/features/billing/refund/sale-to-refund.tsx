import { Money } from '../../../domain/money.tsx';
import type { SaleContext } from '../../../lib/register-context.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import styles from './refund-screen.module.css';

interface SaleToRefundProps {
  sale: SaleContext;
  /** Cents left to refund. */
  left: number;
}

/** The register's sale to pay out. */
export function SaleToRefund({ sale, left }: SaleToRefundProps) {
  const session = useSession();
  const terminal = sale.xptUser ?? session?.terminal;
  return (
    <section className={styles.sale} aria-label="Sale">
      <span className={styles.saleAmount}>
        To refund <Money cents={left} />
      </span>
      {sale.saleid && <span>Sale {sale.saleid}</span>}
      {terminal && <span>{terminal}</span>}
    </section>
  );
}
