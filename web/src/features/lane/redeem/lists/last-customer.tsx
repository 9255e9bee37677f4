import { Button } from 'antd';
import { useState } from 'react';
import { KeyHint } from '../../../../components/input/key-hint.tsx';
import { VehicleCode } from '../../../../domain/codes/vehicle-code.tsx';
import { OutcomeBadge } from '../../../../domain/status/outcome-badge.tsx';
import { useHotkey } from '../../../../lib/hotkeys/use-hotkey.ts';
import { transferToSitewatch, type Outcome } from '../../../../lib/register-bridge/register-bridge.ts';
import { useConfigQuery } from '../../../../lib/startup-api.ts';
import type { RedeemState } from '../redeem-state.ts';
import styles from './last-customer.module.css';

export interface LastCustomerProps {
  last: RedeemState['last'];
  /** The outcome of the last print; a receipt may also print automatically. */
  printed: Outcome | null;
  printing: boolean;
  onPrint: () => void;
}

/** Actions for the member who was looked up last, also after the message has disappeared. */
export function LastCustomer({ last, printed, printing, onPrint }: LastCustomerProps) {
  const [sent, setSent] = useState<Outcome | null>(null);
  const dashboard = useConfigQuery().data?.configOptions?.dashboardUrl;
  const printable = last !== null && last.member.usageId !== null && !printing;
  useHotkey('F7', () => {
    if (printable) onPrint();
  });
  const send = async (): Promise<void> => {
    if (last) setSent(await transferToSitewatch({ code: last.code, customerId: last.member.id }));
  };

  return (
    <section className={styles.last} aria-label="Last customer">
      <div className={styles.who}>
        <span className={styles.label}>Last customer</span>
        {last ? <VehicleCode code={last.code} /> : <span className={styles.nobody}>No customer yet</span>}
        {last?.member.name}
        <span role="status" className={styles.outcomes}>
          {[printed, sent].map((outcome) => outcome && <OutcomeBadge key={outcome.message} outcome={outcome} />)}
        </span>
      </div>
      <div className={styles.actions}>
        <Button size="large" disabled={!printable} loading={printing} onClick={onPrint} aria-keyshortcuts="F7">
          Print Receipt
          <KeyHint>F7</KeyHint>
        </Button>
        <Button
          size="large"
          disabled={!last || !dashboard}
          href={last && dashboard ? `${dashboard.replace(/\/$/, '')}/customers/${encodeURIComponent(last.member.id)}` : undefined}
          target="_blank"
          rel="noopener noreferrer"
        >
          Open In Stripe Dashboard
        </Button>
        <Button size="large" disabled={!last} onClick={() => void send()}>
          Send to Sitewatch
        </Button>
      </div>
    </section>
  );
}
