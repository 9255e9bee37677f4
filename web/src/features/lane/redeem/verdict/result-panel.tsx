import { useEffect, useEffectEvent } from 'react';
import { VehicleCode } from '../../../../domain/codes/vehicle-code.tsx';
import { useSiteClock } from '../../../../domain/sites/site-clock.ts';
import { playSound } from '../../../../lib/sounds/sounds.ts';
import { NextActions, type NextActionsProps } from '../next-actions.tsx';
import { verdictLooks, VerdictIcon } from './verdict-looks.tsx';
import type { RedeemAnswer, Verdict } from './verdict.ts';
import styles from './result-panel.module.css';

export interface ResultPanelProps extends Pick<NextActionsProps, 'openers' | 'onAgain'> {
  /** The code whose lookup is running. */
  pending: string | null;
  /** How many codes wait. */
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
        {!verdict && pending !== null && <Waiting code={pending} />}
        {!verdict && pending === null && <p className={styles.hint}>Scan or type a plate or tag.</p>}
        {waiting > 0 && <span className={styles.waiting}>{`${waiting} waiting`}</span>}
      </section>
      {verdict && <NextActions verdict={verdict} {...actions} />}
    </div>
  );
}

function Answer({ verdict }: { verdict: Verdict }) {
  const { word } = verdictLooks[verdict.kind];
  return (
    <>
      <span className={styles.icon}>
        <VerdictIcon kind={verdict.kind} />
      </span>
      <div className={styles.words}>
        <strong className={styles.word}>{word}</strong>
        {verdict.member && <Member member={verdict.member} />}
        <span className={styles.sentence}>{verdict.message}</span>
      </div>
      <span className={styles.code}>
        <VehicleCode code={verdict.code} size="large" />
      </span>
    </>
  );
}

function Member({ member: { name, active, PlanName, redeemed, usageId, priceIncrease, error } }: { member: RedeemAnswer }) {
  const clock = useSiteClock();
  // The time must not break into two lines, because 'PM' alone on the second would be misread.
  const at = redeemed && `Redeemed ${clock.time(Date.parse(redeemed) / 1_000, null).replaceAll(/\s/g, '\u00a0')}`;
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
