import { useEffect, useEffectEvent } from 'react';
import { SharedCode } from '../../../../domain/codes/shared-code.tsx';
import { VehicleCode } from '../../../../domain/codes/vehicle-code.tsx';
import { useSiteClock } from '../../../../domain/sites/site-clock.ts';
import { useOffline } from '../../../../lib/connection.ts';
import { playSound } from '../../../../lib/sounds/sounds.ts';
import { lookupOf } from '../lookup.ts';
import { NextActions, type NextActionsProps } from '../next-actions.tsx';
import { verdictLooks, VerdictIcon } from './verdict-looks.tsx';
import type { RedeemAnswer, Verdict } from './verdict.ts';
import styles from './result-panel.module.css';

export interface ResultPanelProps extends Omit<NextActionsProps, 'verdict'> {
  /** The lookup that is running. */
  pending: string | null;
  /** How many lookups wait. */
  waiting: number;
  verdict: Verdict | null;
}

/** Whether this car is admitted. Always the same height, so that nothing moves from car to car. */
export function ResultPanel({ pending, waiting, verdict, ...actions }: ResultPanelProps) {
  const field = verdict ? verdictLooks[verdict.kind].field : 'idle';
  const say = useEffectEvent((told: Verdict) => {
    const { sound } = verdictLooks[told.kind];
    if (sound !== null) playSound(sound);
  });
  useEffect(() => {
    if (verdict) say(verdict);
  }, [verdict]);
  return (
    <div className={`${styles.panel} ${styles[field]}`}>
      <section className={styles.answer} role="status" aria-live="assertive" aria-label="Result">
        {verdict && <Answer verdict={verdict} />}
        {!verdict && pending !== null && <Waiting code={lookupOf(pending).code} />}
        {!verdict && pending === null && <p className={styles.hint}>Scan or type a plate or tag.</p>}
        {waiting > 0 && <span className={styles.waiting}>{`${waiting} waiting`}</span>}
      </section>
      {verdict && <NextActions verdict={verdict} {...actions} />}
    </div>
  );
}

function Answer({ verdict }: { verdict: Verdict }) {
  const { kind, member, similar } = verdict;
  const { word, sentence, icon = kind } = useWords(verdict);
  return (
    <>
      <span className={styles.icon}>
        <VerdictIcon kind={icon} />
      </span>
      <div className={styles.words}>
        <strong className={`${styles.word} ${word.length > 18 ? styles.long : ''}`}>{word}</strong>
        {member && <Member member={member} />}
        <span className={styles.below}>
          <span className={styles.sentence}>{sentence}</span>
          {member && member.otherHolders.length > 0 && (
            <SharedCode
              code={verdict.code}
              holders={[{ id: member.id, name: member.name, active: member.active }, ...member.otherHolders]}
            />
          )}
        </span>
      </div>
      {similar.length < 2 && (
        <span className={styles.code}>
          <VehicleCode code={similar[0]?.code ?? verdict.code} size="large" />
        </span>
      )}
    </>
  );
}

/** Returns the verdict's word and sentence. Only what is being checked is called "Still checking". */
function useWords({ kind, message, similar }: Verdict): { word: string; sentence: string; icon?: 'offline' } {
  const offline = useOffline();
  const [only, ...others] = similar;
  if (kind === 'similar' && only && others.length === 0) {
    return { word: `${only.code} is a member`, sentence: only.active ? message : `${message}. No active plan` };
  }
  if (kind === 'unknown' && offline) {
    return { word: 'Offline', sentence: 'This code is kept and checked when the connection is back', icon: 'offline' };
  }
  return { word: verdictLooks[kind].word, sentence: message };
}

function Member({ member: { name, active, PlanName, redeemed, usageId, priceIncrease, error } }: { member: RedeemAnswer }) {
  const clock = useSiteClock();
  // The time must not break into two lines, because 'PM' alone on the second would be misread.
  const at = error !== undefined && redeemed && `Redeemed ${clock.time(Date.parse(redeemed) / 1_000, null).replaceAll(/\s/g, '\u00a0')}`;
  const notice = usageId !== null && error === undefined && priceIncrease && 'Price increase coming. The notice prints automatically';
  return (
    <span className={styles.member}>
      {name !== null && <b>{name}</b>}
      <span>{[active && PlanName, at, notice].filter(Boolean).join(' · ')}</span>
    </span>
  );
}

function Waiting({ code }: { code: string }) {
  return (
    <>
      <p className={styles.hint}>Looking up</p>
      <VehicleCode code={code} size="large" />
    </>
  );
}
