import type { InputRef } from 'antd';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { normalizeCode } from '@washdesk/rules/codes/codes';
import { redeemMessageMs } from '@washdesk/rules/lane/redeem';
import { AfterFirstPaint } from '../../../components/layout/after-first-paint.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { useRedeemRequest } from '../../../domain/codes/redeem-link.tsx';
import { usePrintReceipt } from '../../../domain/receipt-printing/use-print-receipt.ts';
import type { Outcome } from '../../../lib/register-bridge/register-bridge.ts';
import { useScanner } from '../../../lib/scanner/use-scanner.ts';
import { useTypingAnywhere } from '../../../lib/scanner/use-typing-anywhere.ts';
import { GateOpeners, GatesCard } from './gates/gates-card.tsx';
import { LaneLists } from './lists/lane-lists.tsx';
import { LastCustomer } from './lists/last-customer.tsx';
import { PendingRequestsList } from './lists/pending-requests-list.tsx';
import { LookupForm } from './lookup-form.tsx';
import { customerAtLane, type LastMember, type RedeemState } from './redeem-state.ts';
import { useRedeem } from './use-redeem.ts';
import { ResultPanel } from './verdict/result-panel.tsx';
import styles from './redeem-screen.module.css';

/** /redeemunlimited: whether a car is admitted (docs/rules/lane.md#redeem). */
export function RedeemScreen() {
  const box = useRef<InputRef>(null);
  const printing = usePrinting();
  const { state, type, lookUp } = useRedeem((member) => void printing.print(member));
  const [warning, setWarning] = useWarning();
  const [openers] = useState(() => new GateOpeners());
  useTypingAnywhere(box);
  useReturningFocus(box, state);

  const start = (text: string): void => {
    const code = normalizeCode(text);
    setWarning(null);
    // The next code may be typed during this lookup: its first key replaces the box's text.
    flushSync(() => type(code));
    box.current?.focus({ cursor: 'all' });
    lookUp(code);
  };
  const write = (text: string): void => {
    type(text);
    box.current?.focus();
  };
  useScanner({
    onScan: start,
    onWarning: setWarning,
  });
  useRedeemRequest(start);

  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>Redeem</h1>
      <div className={styles.result}>
        <ResultPanel pending={state.pending} waiting={state.waiting.length} verdict={state.verdict} openers={openers} onAgain={start} />
      </div>
      <div className={styles.main}>
        <Section>
          <LookupForm
            box={box}
            value={state.input}
            warning={warning}
            onChange={write}
            onLookUp={() => start(state.input)}
            onClear={() => write('')}
          />
        </Section>
        <PendingRequestsList codes={state.unresolvedCodes} busy={state.pending !== null} onCheck={start} />
        <Section>
          <LastCustomer
            key={state.last?.code}
            last={state.last}
            printed={printing.outcomeOf(state.last?.member)}
            printing={printing.busy}
            onPrint={() => {
              if (state.last) void printing.print(state.last.member);
              box.current?.focus();
            }}
          />
        </Section>
      </div>
      <div className={styles.side}>
        <AfterFirstPaint>
          <GatesCard openers={openers} customer={customerAtLane(state)} />
          <LaneLists recent={state.recent} onLookUp={start} />
        </AfterFirstPaint>
      </div>
    </div>
  );
}

interface Printing {
  busy: boolean;
  print: (member: LastMember) => Promise<void>;
  /** Returns the outcome of the last print of this member's receipt. */
  outcomeOf: (member: LastMember | undefined) => Outcome | null;
}

/** Prints the receipt of a usage; if a price increase is due, the one that announces it. Each press is a separate job. */
function usePrinting(): Printing {
  const printReceipt = usePrintReceipt();
  const [job, setJob] = useState<{ member: LastMember; outcome: Outcome | null } | null>(null);
  const print = async ({ usageId, priceIncrease }: LastMember): Promise<Outcome> =>
    usageId === null
      ? { ok: false, message: 'No usage to print a receipt for' }
      : printReceipt({ id: usageId, kind: priceIncrease ? 'priceincrease' : 'redeem' });
  return {
    busy: job !== null && job.outcome === null,
    print: async (member) => {
      setJob({ member, outcome: null });
      setJob({ member, outcome: await print(member) });
    },
    outcomeOf: (member) => (job !== null && job.member === member ? job.outcome : null),
  };
}

/** A warning disappears after a delay, not with the next key, because the rest of a broken scan still arrives in the box. */
function useWarning(): [string | null, (warning: string | null) => void] {
  const [warning, setWarning] = useState<string | null>(null);
  useEffect(() => {
    if (warning === null) return undefined;
    const timer = setTimeout(() => setWarning(null), redeemMessageMs);
    return () => clearTimeout(timer);
  }, [warning]);
  return [warning, setWarning];
}

/**
 * After every result the box is ready for the next car: its text is selected, so that typing replaces it. A code that is being typed is
 * left alone.
 */
function useReturningFocus(box: React.RefObject<InputRef | null>, { verdict, input }: RedeemState): void {
  const ready = useEffectEvent((code: string) => box.current?.focus({ cursor: normalizeCode(input) === code ? 'all' : 'end' }));
  // A layout effect, because the next code may be typed before a later effect.
  useLayoutEffect(() => {
    if (verdict && box.current?.input !== document.activeElement) ready(verdict.code);
  }, [box, verdict]);
}
