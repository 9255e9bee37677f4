import { useState } from 'react';
import type { LocalDevice } from '@washdesk/site-protocol/local-page';
import { Button } from '../components/button.tsx';
import { SelectField } from '../components/field.tsx';
import { ActResult } from './act-result.tsx';
import { texts } from './texts.ts';
import { usePress } from './use-press.ts';
import type { Shown } from './use-site.ts';
import styles from './local.module.css';

const { gates: gateTexts } = texts;

interface GatesProps extends Shown {
  /** The member who was let in: no other reason is needed. */
  admitted: { lane: number; code: string } | null;
}

export function Gates({ admitted, ...shown }: GatesProps) {
  const gates = shown.view.devices.filter(({ kind }) => kind === 'gate');
  return (
    <section className={`card ${styles.section}`} aria-labelledby="gates">
      <h2 id="gates">{gateTexts.heading}</h2>
      {gates.length === 0 && <p className={styles.muted}>{gateTexts.none}</p>}
      {gates.map((gate) => (
        <Gate key={gate.id} gate={gate} {...shown} member={admitted?.lane === gate.lane ? admitted.code : null} />
      ))}
    </section>
  );
}

function Gate({ gate, member, site, view }: Shown & { gate: LocalDevice; member: string | null }) {
  const [chosen, setChosen] = useState('');
  const [problem, setProblem] = useState<string>();
  /** The member for whom it was pressed last: the outcome is not shown for the next one. */
  const [pressedFor, setPressedFor] = useState<string | null>(null);
  const { busy, outcome, needsCheck, press, check } = usePress('/open', site);
  const usual = view.role === 'it' ? 'Test' : '';
  const reason = member === null ? chosen || usual : gateTexts.forMember;

  function open(): void {
    if (reason === '') return setProblem(gateTexts.needsReason);
    setProblem(undefined);
    setPressedFor(member);
    void press({ gate: gate.id, reason });
  }

  return (
    <div className={styles.gate} role="group" aria-label={gate.name}>
      <div className={styles.row}>
        <strong>
          {gate.name}
          {gate.lane !== null && <span className={styles.muted}> · {texts.lane(gate.lane)}</span>}
        </strong>
        <GateState gate={gate} />
      </div>
      {member === null && (
        <SelectField
          label={gateTexts.reason}
          name={`reason-${gate.id}`}
          empty={gateTexts.chooseReason}
          choices={gateTexts.reasons.map((words) => ({ value: words, label: words }))}
          value={chosen || usual}
          problem={problem}
          onChange={(words) => {
            setChosen(words);
            setProblem(undefined);
          }}
        />
      )}
      {needsCheck ? (
        <Button kind="plain" busy={busy && gateTexts.checking} onClick={() => void check()}>
          {gateTexts.check}
        </Button>
      ) : (
        <Button kind="main" busy={busy && gateTexts.opening} aria-label={`${gateTexts.open}: ${gate.name}`} onClick={open}>
          {gateTexts.open}
        </Button>
      )}
      <ActResult outcome={!busy && (needsCheck || pressedFor === member) ? outcome : null} />
    </div>
  );
}

function GateState({ gate: { status, gate } }: { gate: LocalDevice }) {
  if (status !== 'ready' && status !== 'faulty')
    return <span className={`${styles.tag} ${styles.tagBad}`}>{texts.deviceStatus[status]}</span>;
  const { relay = false, gateOpen = null, presence = null, merge = null } = gate ?? {};
  const words = [
    gateOpen === null ? null : gateOpen ? gateTexts.isOpen : gateTexts.isClosed,
    relay ? gateTexts.relayOn : null,
    presence ? gateTexts.carBefore : null,
    merge ? gateTexts.carBehind : null,
  ].filter((word) => word !== null);
  return (
    <span className={styles.tags}>
      {(words.length > 0 ? words : [gateTexts.noInputs]).map((word) => (
        <span key={word} className={`${styles.tag} ${word === gateTexts.isOpen ? styles.tagGood : ''}`}>
          {word}
        </span>
      ))}
    </span>
  );
}
