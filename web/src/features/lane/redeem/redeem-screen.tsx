import type { InputRef } from 'antd';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { readCode } from '@washdesk/rules/codes/code-forms';
import { isCode } from '@washdesk/rules/codes/codes';
import { plateSuggestionMs, redeemMessageMs } from '@washdesk/rules/lane/redeem';
import { AfterFirstPaint } from '../../../components/layout/after-first-paint.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { useRedeemRequest } from '../../../domain/codes/redeem-link.tsx';
import { usePrintReceipt } from '../../../domain/receipt-printing/use-print-receipt.ts';
import { useFlag } from '../../../lib/flags.ts';
import type { Outcome } from '../../../lib/register-bridge/register-bridge.ts';
import { useScanner } from '../../../lib/scanner/use-scanner.ts';
import { useTypingAnywhere } from '../../../lib/scanner/use-typing-anywhere.ts';
import { GatesCard } from './gates/gates-card.tsx';
import { LaneLists } from './lists/lane-lists.tsx';
import { LastCustomer } from './lists/last-customer.tsx';
import { PendingRequestsList } from './lists/pending-requests-list.tsx';
import { RefusedCars } from './lists/refused-cars.tsx';
import { LookupForm } from './lookup-form.tsx';
import type { Lookup } from './lookup.ts';
import { PlateSuggestions } from './plates/plate-suggestions.tsx';
import { customerAtLane, type LastMember, type RedeemState } from './redeem-state.ts';
import { TerminalScans } from './terminal-scans.tsx';
import { useRedeem } from './use-redeem.ts';
import { ResultPanel } from './verdict/result-panel.tsx';
import styles from './redeem-screen.module.css';

/** Keys pressed sooner after a question appeared were meant for what was there before. */
const questionGuardMs = 400;

/** /redeemunlimited: whether a car is admitted (docs/rules/lane.md#redeem). */
export function RedeemScreen() {
  const box = useRef<InputRef>(null);
  const printing = usePrinting();
  const { state, refusals, type, lookUp, undo, settle } = useRedeem((member) => void printing.print(member));
  const { verdict } = state;
  const [warning, setWarning] = useWarning();
  const meantCode = useMeantCode(state);
  const hasCameras = useFlag('platecameras');
  const offered = useOfferedPlate(box, state, type);
  useTypingAnywhere(box);
  useReturningFocus(box, state);

  const start = (lookup: Lookup): void => {
    const code = readCode(lookup.code);
    setWarning(null);
    // The next code may be typed during this lookup: its first key replaces the box's text.
    flushSync(() => type(code));
    box.current?.focus({ cursor: 'all' });
    lookUp({ ...lookup, code });
  };
  const startCode = (code: string): void => start({ code, customer: null });
  /** Enter in the untouched box answers "CXG3529-IL is a member" with yes. */
  const submit = (): void => {
    const meant = meantCode();
    if (meant?.isEarly || offered.isEarly()) return;
    if (meant && verdict) settle(verdict.code);
    startCode(meant?.code ?? state.input);
  };
  const takeBack = async (usageId: string): Promise<void> => {
    box.current?.focus();
    setWarning(await undo(usageId));
  };
  const write = (text: string): void => {
    type(text);
    box.current?.focus();
  };
  useScanner({
    onScan: startCode,
    onWarning: setWarning,
  });
  useRedeemRequest(start);
  const undoing = { undoable: state.undoable, onUndo: (usageId: string) => void takeBack(usageId) };
  const kept = refusals.list.filter(({ code }) => code !== verdict?.code);

  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>Redeem</h1>
      <div className={styles.result}>
        <ResultPanel
          pending={state.pending}
          waiting={state.waiting.length}
          verdict={verdict}
          {...undoing}
          onLookUp={start}
          onSettled={(code) => {
            settle(code);
            box.current?.focus();
          }}
        />
      </div>
      <div className={styles.main}>
        <AfterFirstPaint>
          <GatesCard customer={customerAtLane(state)} />
          <TerminalScans />
        </AfterFirstPaint>
        <Section>
          <LookupForm box={box} value={state.input} warning={warning} onChange={write} onLookUp={submit} onClear={() => write('')} />
        </Section>
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
          <LaneLists
            recent={state.recent}
            windowMs={state.windowMs}
            open={
              <>
                {hasCameras && (
                  <PlateSuggestions
                    isBoxFree={state.input === '' && state.pending === null}
                    lookedUp={lookedUpCodes(state)}
                    onOffer={offered.offer}
                    onChoose={(plate) => (isCode(plate) ? startCode(plate) : write(plate))}
                  />
                )}
                <PendingRequestsList subjects={state.unresolved} busy={state.pending !== null} onCheck={start} />
                <RefusedCars refusals={kept} onSettled={refusals.settle} />
              </>
            }
            {...undoing}
            onLookUp={startCode}
          />
        </AfterFirstPaint>
      </div>
    </div>
  );
}

/**
 * Returns the one similar code that the screen asks about, if the box still has the code that was not found; `isEarly` for a press that came
 * before the question could be read.
 */
function useMeantCode({ verdict, input }: RedeemState): () => { code: string; isEarly: boolean } | null {
  const shownAt = useRef(0);
  useLayoutEffect(() => {
    if (verdict) shownAt.current = performance.now();
  }, [verdict]);
  return () => {
    const [only, ...others] = verdict?.similar ?? [];
    if (!verdict || !only || others.length > 0 || readCode(input) !== verdict.code) return null;
    return { code: only.code, isEarly: performance.now() - shownAt.current < questionGuardMs };
  };
}

/**
 * Puts a plate of a camera into the box, where Enter accepts it and any other key replaces it. It is removed after a minute, because its car
 * has then moved on; `isEarly` while an Enter was meant for the empty box.
 */
function useOfferedPlate(
  box: React.RefObject<InputRef | null>,
  { input }: RedeemState,
  type: (input: string) => void,
): { offer: (plate: string) => void; isEarly: () => boolean } {
  const offered = useRef({ plate: '', at: -Infinity, isNew: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const remove = useEffectEvent((plate: string) => {
    if (input === plate) type('');
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  useLayoutEffect(() => {
    if (!offered.current.isNew || input !== offered.current.plate) return;
    offered.current.isNew = false;
    if (box.current?.input === document.activeElement) box.current?.focus({ cursor: 'all' });
  }, [box, input]);
  return {
    offer: (plate) => {
      offered.current = { plate, at: performance.now(), isNew: true };
      type(plate);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => remove(plate), plateSuggestionMs);
    },
    isEarly: () => input === offered.current.plate && performance.now() - offered.current.at < questionGuardMs,
  };
}

/** Codes whose cars are known to this screen: their plates need no suggestion. */
function lookedUpCodes({ pending, waiting, verdict, recent }: RedeemState): string[] {
  const codes = [pending, ...waiting, verdict?.code, ...recent.map(({ code }) => code)];
  return codes.filter((code) => code !== null && code !== undefined);
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
  const ready = useEffectEvent((code: string) => box.current?.focus({ cursor: readCode(input) === code ? 'all' : 'end' }));
  // A layout effect, because the next code may be typed before a later effect.
  useLayoutEffect(() => {
    if (verdict && box.current?.input !== document.activeElement) ready(verdict.code);
  }, [box, verdict]);
}
