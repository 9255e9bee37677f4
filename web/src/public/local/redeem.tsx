import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { plateStates, withPlateState } from '@washdesk/rules/codes/plates';
import type { AdmitOutcome } from '@washdesk/site-protocol/local-page';
import { Button } from '../components/button.tsx';
import { SelectField, TextField } from '../components/field.tsx';
import { Gates } from './gates.tsx';
import { LocalCallFailed, newId, pressLocal } from './local-calls.ts';
import { texts } from './texts.ts';
import type { Shown } from './use-site.ts';
import { spanBetween, timeAt } from './words.ts';
import styles from './local.module.css';

const { redeem } = texts;

/** A cashier's look-up by the site's own list of members, with the gates beside it. */
export function Redeem({ children, ...shown }: Shown & { children: ReactNode }) {
  const { view } = shown;
  const lanes = [...new Set(view.devices.flatMap(({ lane }) => lane ?? []))].toSorted((a, b) => a - b);
  const [lane, setLane] = useState(0);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [result, setResult] = useState<{ lane: number; outcome: AdmitOutcome } | null>(null);
  /** The press whose response is missing: the next one for the same code repeats it. */
  const open = useRef<{ id: string; code: string; lane: number } | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const chosenLane = lanes.includes(lane) ? lane : (lanes[0] ?? 1);

  async function look(code: string): Promise<void> {
    if (busy) return;
    if (code.trim() === '') return setProblem(redeem.empty);
    const same = open.current?.code === code && open.current.lane === chosenLane;
    const call = same && open.current ? open.current : { id: newId(), code, lane: chosenLane };
    open.current = call;
    setBusy(true);
    setProblem(undefined);
    setResult(null);
    try {
      const outcome = await pressLocal<AdmitOutcome>('/admit', call);
      open.current = null;
      setResult({ lane: chosenLane, outcome });
      setText('');
    } catch (error) {
      setProblem(error instanceof LocalCallFailed && error.message !== '' ? error.message : redeem.failed);
    } finally {
      setBusy(false);
      box.current?.querySelector('input')?.focus();
    }
  }

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void look(text);
  };
  const admitted = result?.outcome.admitted ? { lane: result.lane, code: result.outcome.code } : null;

  return (
    <>
      <section className={`card ${styles.section}`} aria-labelledby="redeem">
        <h2 id="redeem">{redeem.heading}</h2>
        {result && <Verdict {...shown} outcome={result.outcome} onMeant={(code) => void look(code)} />}
        <form className={styles.form} onSubmit={submit}>
          {lanes.length > 1 && (
            <SelectField
              label={redeem.lane}
              name="lane"
              choices={lanes.map((number) => ({ value: String(number), label: texts.lane(number) }))}
              value={String(chosenLane)}
              onChange={(value) => setLane(Number(value))}
            />
          )}
          <div ref={box}>
            <TextField
              label={redeem.code}
              name="code"
              className={styles.codeField}
              hint={redeem.hint}
              problem={problem}
              value={text}
              maxLength={64}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              autoFocus
              // some scanners end a code with Tab
              onKeyDown={(event) => {
                if (event.key !== 'Tab' || !text.startsWith('$')) return;
                event.preventDefault();
                void look(text);
              }}
              onChange={(value) => {
                setText(value);
                setProblem(undefined);
              }}
            />
          </div>
          <div className={styles.states} role="group" aria-label={redeem.states}>
            {plateStates.map(({ abbreviation, name }) => (
              <Button key={abbreviation} kind="plain" className={styles.state} onClick={() => setText(withPlateState(text, abbreviation))}>
                {name}
              </Button>
            ))}
          </div>
          <Button type="submit" busy={busy && redeem.busy}>
            {redeem.button}
          </Button>
        </form>
      </section>
      <div className={styles.column}>
        <Gates {...shown} admitted={admitted} />
        {children}
      </div>
    </>
  );
}

/** The decision in one large word, with the age of the list that decided. */
function Verdict({ outcome, onMeant, view: { now, site } }: Shown & { outcome: AdmitOutcome; onMeant: (code: string) => void }) {
  const { code, admitted, reason, planName, recorded, similar, rosterConfirmed } = outcome;
  const look =
    reason === 'payment-due' ? styles.due : admitted ? styles.letIn : reason === 'already-redeemed' ? styles.again : styles.refused;
  return (
    <div className={`${styles.verdict} ${look}`} role="alert">
      <p className={styles.word}>{texts.verdict[reason]}</p>
      <p className={styles.code}>{[code, planName].filter(Boolean).join(' · ')}</p>
      <p>{[texts.because[reason], recorded ? redeem.recorded : ''].filter(Boolean).join(' ')}</p>
      {similar.length > 0 && (
        <div className={styles.buttons} role="group" aria-label={redeem.meant}>
          <span>{redeem.meant}</span>
          {similar.map((meant) => (
            <Button key={meant} kind="plain" onClick={() => onMeant(meant)}>
              {meant}
            </Button>
          ))}
        </div>
      )}
      <p>{rosterConfirmed ? redeem.list(timeAt(rosterConfirmed, now, site.timeZone), spanBetween(rosterConfirmed, now)) : redeem.noList}</p>
    </div>
  );
}
