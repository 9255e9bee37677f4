import { useCallback, useEffect, useState } from 'react';
import { cardBrand } from '@washdesk/rules/billing/card-brands';
import { Button } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { StepHeading } from '../components/step-heading.tsx';
import type { CallFailed } from '../lib/call.ts';
import { useLanguage } from '../lib/page-texts.tsx';
import { reportError } from '../lib/report-error.ts';
import { useRead } from '../lib/use-read.ts';
import { useStep } from '../lib/use-step.ts';
import { Failed } from './failed.tsx';
import { endSession, saveLanguage } from './member-calls.ts';
import { steps, type MemberStep } from './member-step.ts';
import { cardPageInAddress, readMemberAndCard, type MemberRead } from './read-member.ts';
import { mayBeSignedIn, noteSignedIn } from './signed-in.ts';
import { SignedOut } from './signed-out.ts';
import { Cancel } from './steps/cancel.tsx';
import { ChangePlan } from './steps/change-plan.tsx';
import { History } from './steps/history.tsx';
import { Home } from './steps/home.tsx';
import { OwnData } from './steps/own-data.tsx';
import { Plate } from './steps/plate.tsx';
import { Restart } from './steps/restart.tsx';
import { ConfirmMember, OpenLink, SignIn } from './steps/sign-in.tsx';
import { useTexts } from './texts/texts.ts';
import styles from './member.module.css';

/** Takes the link's token out of the address, so that no history or screenshot keeps it. */
function takeToken(): string | null {
  const [, token = null] = /^#([\w-]{43})$/.exec(window.location.hash) ?? [];
  if (token !== null) window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  return token;
}

export function MemberPage() {
  const texts = useTexts();
  const { language } = useLanguage();
  const [token, setToken] = useState(takeToken);
  const [step, goTo] = useStep(steps);
  const [said, setSaid] = useState<string | null>(null);
  const [asks, setAsks] = useState(() => mayBeSignedIn() || cardPageInAddress() !== null);
  const member = useRead(token === null && asks ? 'member' : null, readMemberAndCard);
  const [read, setRead] = useState<MemberRead | null>(null);
  const [expired, setExpired] = useState<CallFailed | null>(null);
  const isOut = !asks || member.failure?.status === 401;
  // a change is read again behind what is shown
  if (member.data !== null && member.data !== read) setRead(member.data);
  const stored = read?.member.lang;
  useEffect(() => {
    if (stored !== undefined && stored !== language) void saveLanguage(language).catch(reportError);
  }, [stored, language]);
  const leave = useCallback((failure: CallFailed | null): void => {
    noteSignedIn(false);
    setAsks(false);
    setSaid(null);
    setRead(null);
    setExpired(failure);
  }, []);
  const opened = (): void => {
    setToken(null);
    setRead(null);
    setExpired(null);
    setAsks(true);
    member.again();
  };
  const open = (next: MemberStep): void => {
    setSaid(null);
    goTo(next);
  };
  const done = (sentence: string | null): void => {
    setSaid(sentence);
    member.again();
    goTo('home', { replace: true });
    window.scrollTo(0, 0);
  };
  const signOut = async (): Promise<void> => {
    await endSession();
    leave(null);
  };

  const content = () => {
    if (token !== null) return <OpenLink token={token} onOpen={opened} />;
    if (isOut) return <SignIn failure={expired ?? (read && member.failure)} onOpen={opened} />;
    if (member.failure && read === null) {
      return (
        <div className={`card ${styles.narrow} ${styles.rows}`}>
          <StepHeading takesFocus={false}>{texts.broken.heading}</StepHeading>
          <Failed failure={member.failure} />
          <Button onClick={member.again}>{texts.again}</Button>
        </div>
      );
    }
    if (read === null) return <Skeleton label={texts.loading} heights={[36, 240, 250]} />;
    if (step !== 'home' && read.member.needs_code) return <ConfirmMember onOpen={member.again} onBack={() => open('home')} />;
    const props = { member: read.member, onDone: done, onBack: () => open('home') };
    if (step === 'plate') return <Plate {...props} />;
    if (step === 'history') return <History {...props} />;
    if (step === 'plans') return <ChangePlan {...props} />;
    if (step === 'restart') return <Restart {...props} onMove={() => open('plate')} />;
    if (step === 'cancel') return <Cancel {...props} />;
    if (step === 'data') return <OwnData {...props} />;
    return <Home member={read.member} onOpen={open} onDone={done} onSignOut={() => void signOut().catch(reportError)} />;
  };
  return (
    <SignedOut value={leave}>
      <PageHeader brand={texts.brand} />
      <main className={`page ${styles.main}`}>
        {['home', 'restart'].includes(step) && !isOut && <Said sentence={said} read={read} />}
        {content()}
      </main>
    </SignedOut>
  );
}

/** What was just done: here, or on the page for a card. */
function Said({ sentence, read }: { sentence: string | null; read: MemberRead | null }) {
  const { home } = useTexts();
  if (sentence !== null) return <Notice kind="good">{sentence}</Notice>;
  if (!read?.returned) return null;
  const { card, failure } = read.returned;
  if (failure) return <Failed failure={failure} />;
  if (!card) return <Notice kind="info">{home.cardOpen}</Notice>;
  return <Notice kind="good">{home.cardSaved(cardBrand(card.brand ?? home.card), card.last4 ?? '')}</Notice>;
}
