import type { Tone } from '../../../domain/tone.ts';
import { ToneShape } from '../../../domain/tone-shape.tsx';
import { VehicleCode } from '../../../domain/vehicle-code.tsx';
import styles from './result-panel.module.css';
import type { RedeemAnswer, Verdict, VerdictKind } from './verdict.ts';

/** How each verdict looks from the distance of a window: a color, its shape and a word. */
const looks: Record<VerdictKind, { tone: Tone; word: string }> = {
  recorded: { tone: 'go', word: 'Usage recorded' },
  paymentDue: { tone: 'wait', word: 'Payment due' },
  lookedUp: { tone: 'go', word: 'Active' },
  already: { tone: 'wait', word: 'Customer Already Redeemed' },
  notActive: { tone: 'wait', word: 'Not Active' },
  notFound: { tone: 'stop', word: 'Not Found' },
  failed: { tone: 'stop', word: 'Lookup failed' },
  unknown: { tone: 'neutral', word: 'Still checking' },
};

export interface ResultPanelProps {
  /** The code whose look-up is under way. */
  pending: string | null;
  /** How many codes wait for their turn. */
  waiting: number;
  verdict: Verdict | null;
}

/** The answer to the one question of the counter: may this car go on? */
export function ResultPanel({ pending, waiting, verdict }: ResultPanelProps) {
  const tone = verdict ? looks[verdict.kind].tone : 'neutral';
  return (
    <section className={`${styles.panel} ${styles[verdict ? tone : 'idle']}`} role="status" aria-live="assertive" aria-label="Result">
      {verdict && <Answer verdict={verdict} tone={tone} word={looks[verdict.kind].word} />}
      {!verdict && pending !== null && <Waiting code={pending} />}
      {waiting > 0 && <span className={styles.waiting}>{`${waiting} waiting`}</span>}
      {!verdict && pending === null && <p className={styles.hint}>Scan or type a plate or tag.</p>}
    </section>
  );
}

function Answer({ verdict, tone, word }: { verdict: Verdict; tone: Tone; word: string }) {
  return (
    <>
      <ToneShape tone={tone} size={72} />
      <div className={styles.words}>
        <strong className={styles.word}>{word}</strong>
        {verdict.message !== word && <span className={styles.sentence}>{verdict.message}</span>}
        {verdict.member && <Member member={verdict.member} />}
      </div>
      <span className={styles.code}>
        <VehicleCode code={verdict.code} size="large" />
      </span>
    </>
  );
}

function Member({ member }: { member: RedeemAnswer }) {
  return (
    <>
      {member.name !== null && <span className={styles.member}>{member.name}</span>}
      <span>
        {[member.active && member.PlanName, member.redeemed && `Redeemed ${timeOfDay(member.redeemed)}`].filter(Boolean).join(' · ')}
      </span>
      {member.usageId !== null && member.priceIncrease && <span>New price ahead: its notice prints by itself.</span>}
    </>
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

/** A time that does not break into two lines, because 'PM' alone on the second would be misread. */
function timeOfDay(time: string): string {
  return new Date(time).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' }).replace(' ', '\u00a0');
}
