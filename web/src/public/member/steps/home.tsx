import type { ReactNode } from 'react';
import type { MemberOverview } from '@washdesk/contracts/members/member';
import { cardName } from '@washdesk/rules/billing/card-brands';
import { Button } from '../../components/button.tsx';
import { Money } from '../../components/money.tsx';
import { Notice } from '../../components/notice.tsx';
import { PhoneLink } from '../../components/phone-link.tsx';
import { StepHeading } from '../../components/step-heading.tsx';
import { useLanguage } from '../../lib/page-texts.tsx';
import { Failed } from '../failed.tsx';
import { payInvoice, reactivatePlan, startCard } from '../member-calls.ts';
import type { MemberStep } from '../member-step.ts';
import { useTexts } from '../texts/texts.ts';
import { useAct } from '../use-act.ts';
import styles from '../member.module.css';

interface HomeProps {
  member: MemberOverview;
  onOpen: (step: MemberStep) => void;
  onDone: (sentence: string | null) => void;
  onSignOut: () => void;
}

export function Home({ member, onOpen, onDone, onSignOut }: HomeProps) {
  const texts = useTexts();
  const { home, due, working } = texts;
  const { language, formats } = useLanguage();
  const { plan, next_bill: bill, card, plate, washes_this_month: washes } = member;
  const newCard = useAct('card', async (key) => window.location.assign((await startCard(language, key)).url));
  const pay = useAct('pay', async (key) => {
    for (const { id } of member.due) await payInvoice(id, `${key}:${id}`);
    onDone(due.paid);
  });
  const keep = useAct('keep', async (key) => {
    await reactivatePlan(key);
    onDone(home.kept);
  });
  const owed = member.due.reduce((sum, { amount }) => sum + amount, 0);
  const failure = newCard.failure ?? pay.failure ?? keep.failure;
  const runs = plan !== null && plan.standing !== 'ended';
  return (
    <>
      <StepHeading takesFocus={false}>{home.hello(member.name)}</StepHeading>
      <Failed failure={failure} />
      {owed > 0 && (
        <Notice
          kind="problem"
          actions={
            <>
              {card && (
                <Button busy={pay.busy && working} onClick={() => void pay.run()}>
                  {due.pay(formats.money(owed), cardName(card))}
                </Button>
              )}
              <Button kind={card ? 'plain' : 'main'} busy={newCard.busy && working} onClick={() => void newCard.run()}>
                {due.otherCard}
              </Button>
            </>
          }
        >
          <h2>{due.heading(formats.money(owed))}</h2>
          <p>{due.sentence}</p>
        </Notice>
      )}
      <div className={styles.home}>
        {plan === null && <p className="card">{home.noPlan}</p>}
        {plan && (
          <section className={`card ${styles.rows}`} aria-label={plan.name}>
            <div className={styles.planHead}>
              <h2>{plan.name}</h2>
              <span className={styles.badge} data-standing={plan.standing}>
                {home.standings[plan.standing]}
              </span>
            </div>
            {plan.site && <p className={styles.muted}>{home.at(plan.site)}</p>}
            {bill && (
              <div className={styles.bill}>
                <span className={styles.muted}>{home.nextBill}</span>
                <span className={styles.amount}>
                  <Money cents={bill.total} />
                </span>
                <span>{home.onDay(formats.day(bill.date))}</span>
                {bill.tax > 0 && <span className={styles.muted}>{home.withTax(formats.money(bill.tax))}</span>}
              </div>
            )}
            {plan.standing === 'ending' && plan.ends && (
              <Notice
                kind="info"
                actions={
                  member.may_reactivate && (
                    <Button
                      kind="plain"
                      busy={keep.busy && working}
                      onClick={() => (member.needs_code ? onOpen('confirm') : void keep.run())}
                    >
                      {home.keep}
                    </Button>
                  )
                }
              >
                <p>{bill ? home.endsBilled(formats.day(plan.ends)) : home.ends(formats.day(plan.ends))}</p>
                {member.confirmation && (
                  <p>
                    {home.confirmation}: <strong className={styles.number}>{member.confirmation}</strong>
                  </p>
                )}
              </Notice>
            )}
            {plan.standing === 'ended' && (
              <>
                {plan.ends && <p>{home.ended(formats.day(plan.ends))}</p>}
                <Button onClick={() => onOpen('restart')}>{home.restart}</Button>
              </>
            )}
            {plan.standing === 'stopped' && (
              <p>
                {home.stopped} <PhoneLink />
              </p>
            )}
            {plan.standing === 'active' && (
              <Button kind="plain" onClick={() => onOpen('plans')}>
                {home.plans}
              </Button>
            )}
          </section>
        )}
        <dl className={`card ${styles.facts}`}>
          <Fact term={home.card} act={<Link label={home.updateCard} busy={newCard.busy && working} onClick={() => void newCard.run()} />}>
            {card ? (
              <>
                {cardName(card)}
                <span className={card.expiry === 'expired' ? styles.bad : styles.muted}>
                  {card.expiry === 'expired'
                    ? home.expired
                    : home.expires(`${String(card.exp_month).padStart(2, '0')}/${card.exp_year % 100}`)}
                </span>
              </>
            ) : (
              home.noCard
            )}
          </Fact>
          <Fact term={home.plate} act={runs && <Link label={home.move} onClick={() => onOpen('plate')} />}>
            <span className={styles.plate}>{plate ?? home.noPlate}</span>
          </Fact>
          <Fact term={home.washes} act={<Link label={home.history} onClick={() => onOpen('history')} />}>
            {washes}
          </Fact>
        </dl>
      </div>
      <footer className={styles.foot}>
        {runs && plan.standing !== 'ending' && (
          <Button kind="link" onClick={() => onOpen('cancel')}>
            {home.cancel}
          </Button>
        )}
        <Button kind="link" onClick={() => onOpen('data')}>
          {home.data}
        </Button>
        <Button kind="link" onClick={onSignOut}>
          {home.signOut}
        </Button>
      </footer>
    </>
  );
}

function Fact({ term, act, children }: { term: string; act?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{term}</dt>
      <dd>{children}</dd>
      {act && <dd className={styles.act}>{act}</dd>}
    </div>
  );
}

const Link = ({ label, busy, onClick }: { label: string; busy?: string | false; onClick: () => void }) => (
  <Button kind="link" busy={busy} onClick={onClick}>
    {label}
  </Button>
);
